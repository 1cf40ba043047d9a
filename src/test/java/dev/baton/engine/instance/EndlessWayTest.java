package dev.baton.engine.instance;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.expression.ExpressionSandboxTest;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Traces;

/** A loop in a diagram that the database holds from before such loops were refused. */
class EndlessWayTest {

    @OnBothDatabases
    void aMoveEndsAfterAThousandSteps(Baton baton) {
        Drawing drawing = passing(element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\""));
        String id = baton.create(drawing);
        drawing.draw("odd__done", arrow("odd__done", "odd", "choice"))
                .draw("choice", element("exclusiveGateway", "id=\"choice\" default=\"choice__odd\""))
                .draw("choice__done", arrow("choice__done", "", "choice", "done", when("${task.attempts > 3}")))
                .draw("choice__odd", arrow("choice__odd", "choice", "odd"));
        ExpressionSandboxTest.overwrite(baton, drawing.key(), drawing.xml());

        var before = Traces.of(baton, id);
        Problem problem = Problem.of(baton.admin().move(id, "finish", "{}"), 422);
        assertThat(problem.detail()).contains("does not end: after 1000 steps");
        assertThat(Traces.of(baton, id)).isEqualTo(before);
        baton.admin().move(id, "quit", "{}").expect(200);
    }
}
