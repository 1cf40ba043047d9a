package dev.baton.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;

/** Diagrams that are not deployed. */
final class Refusals {

    private Refusals() {}

    /** The refusal names the element and says this about it. */
    static void refused(Baton baton, Drawing drawing, String element, String message) {
        JsonNode errors = baton.admin()
                .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                .expect(422)
                .json()
                .get("errors");
        assertThat(errors).anySatisfy(error -> {
            assertThat(error.get("element").asText()).isEqualTo(element);
            assertThat(error.get("message").asText()).contains(message);
        });
    }
}
