package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** An error answer as {@code application/problem+json}. */
public final class Problem {

    private final JsonNode body;

    private Problem(JsonNode body) {
        this.body = body;
    }

    public static Problem of(Caller.Answer answer, int status) {
        answer.expect(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        JsonNode body = answer.json();
        assertThat(body.get("type").asText()).isNotBlank();
        assertThat(body.get("title").asText()).isNotBlank();
        assertThat(body.get("status").asInt()).isEqualTo(status);
        assertThat(body.get("detail").asText()).isNotBlank();
        return new Problem(body);
    }

    public JsonNode json() {
        return body;
    }

    public String detail() {
        return body.get("detail").asText();
    }

    /** The fields or diagram elements of the errors. */
    public List<String> about(String name) {
        assertThat(body.get("success").asBoolean(true)).isFalse();
        return Json.list(body.get("errors")).stream()
                .peek(error -> assertThat(error.get("message").asText()).isNotBlank())
                .map(error -> error.get(name).asText())
                .toList();
    }

    public List<String> allowedTransitions() {
        return Json.texts(body.get("allowedTransitions"));
    }
}
