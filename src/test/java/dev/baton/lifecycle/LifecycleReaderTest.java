package dev.baton.lifecycle;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.guarded;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static dev.baton.testing.Drawing.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.diagram.ReadDiagram;
import dev.baton.testing.Drawing;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table that is read off a diagram. */
class LifecycleReaderTest {

    private static final String ERROR = "<bpmn:errorEventDefinition/>";

    @Test
    void namedArrowsAfterTheGatewayAreTriggers() {
        Lifecycle lifecycle = ReadDiagram.lifecycle(Drawing.good());
        assertThat(table(lifecycle)).containsExactlyInAnyOrder("open -finish-> done", "open -again-> open");
        assertThat(lifecycle.initial()).containsExactly("open");
        assertThat(lifecycle.state("open").waitsFor()).isEqualTo(State.Waits.AGENT);
        assertThat(lifecycle.state("done").terminal()).isTrue();
        assertThat(lifecycle.exit("open", "finish")).map(Exit::element).contains("open__finish");
    }

    @Test
    void aNamedArrowNeedsNoGateway() {
        Drawing drawing = Drawing.good()
                .erase("open_out", "open__again", "open__open_out")
                .draw("open__finish", arrow("open__finish", "finish", "open", "done"));
        assertThat(table(drawing)).containsExactly("open -finish-> done");
    }

    @Test
    void anErrorEndLeadsThroughTheBoundaryOfItsSubProcess() {
        assertThat(table(Drawing.trial()))
                .containsExactlyInAnyOrder("open -finish-> done", "open -finish-> broken", "open -again-> open");
    }

    @Test
    void workCanSucceedOrFailIntoItsBoundary() {
        Drawing drawing = passing(element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\""))
                .draw("fails", boundary("fails", "odd", ERROR))
                .draw("fails__open", arrow("fails__open", "fails", "open"));
        assertThat(table(drawing)).contains("open -finish-> done", "open -finish-> open");
    }

    @Test
    void workThatIsAStateLeavesItByItselfOrByAnError() {
        Drawing drawing = passing(
                        element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\"", properties("state", "odd")))
                .draw("fails", boundary("fails", "odd", ERROR))
                .draw("fails__open", arrow("fails__open", "fails", "open"));
        Lifecycle lifecycle = ReadDiagram.lifecycle(drawing);
        assertThat(table(lifecycle)).contains("open -finish-> odd", "odd -null-> done", "odd -fails-> open");
        assertThat(lifecycle.exits("odd"))
                .extracting(Exit::kind)
                .containsExactlyInAnyOrder(Exit.Kind.AUTOMATIC, Exit.Kind.ERROR);
    }

    @Test
    void dataChoosesAmongConditions() {
        Drawing drawing = passing(element("exclusiveGateway", "id=\"odd\" default=\"odd__open\""))
                .draw("odd__done", arrow("odd__done", "", "odd", "done", when("${payload.ok}")))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
        assertThat(table(drawing)).contains("open -finish-> done", "open -finish-> open");
    }

    @Test
    void anEventSubProcessIsATriggerFromEveryStateThatWaits() {
        Drawing drawing = Drawing.stoppable()
                .draw("idle", state("userTask", "idle", "idle"))
                .draw("open__rest", arrow("open__rest", "rest", "open_out", "idle"))
                .draw("idle__go", arrow("idle__go", "go", "idle", "done"));
        Lifecycle lifecycle = ReadDiagram.lifecycle(drawing);
        assertThat(table(lifecycle)).contains("open -stop-> stopped", "idle -stop-> stopped");
        assertThat(lifecycle.exit("idle", "stop").orElseThrow().byMessage()).isTrue();
        assertThat(lifecycle.exits("done")).isEmpty();
    }

    @Test
    void aBoundaryTimerWithoutANameIsCalledByItsId() {
        Drawing drawing = Drawing.good()
                .draw("open_late", boundary("open_late", "open", timer()))
                .draw("open_late__done", arrow("open_late__done", "open_late", "done"));
        Lifecycle lifecycle = ReadDiagram.lifecycle(drawing);
        assertThat(table(lifecycle)).contains("open -open_late-> done");
        assertThat(lifecycle.exitAt("open", "open_late").orElseThrow().kind()).isEqualTo(Exit.Kind.TIMER);
        assertThat(lifecycle.exit("open", "open_late")).isEmpty();
    }

    @Test
    void aTimerThatDoesNotInterruptIsNoTransition() {
        Drawing drawing = Drawing.good()
                .draw(
                        "late",
                        element(
                                "boundaryEvent",
                                "id=\"late\" attachedToRef=\"open\" cancelActivity=\"false\"",
                                timer()))
                .draw("noticed", node("endEvent", "noticed"))
                .draw("late__noticed", arrow("late__noticed", "late", "noticed"));
        assertThat(table(drawing)).isEqualTo(table(Drawing.good()));
    }

    @Test
    void endsMayShareATerminalState() {
        Drawing drawing = Drawing.good()
                .draw("done_too", state("endEvent", "done_too", "done"))
                .draw("open__skip", arrow("open__skip", "skip", "open_out", "done_too"));
        Lifecycle lifecycle = ReadDiagram.lifecycle(drawing);
        assertThat(lifecycle.states()).extracting(State::name).containsExactly("open", "done");
        assertThat(lifecycle.state("done").elements()).containsExactly("done", "done_too");
        assertThat(table(lifecycle)).contains("open -finish-> done", "open -skip-> done");
    }

    @Test
    void aStateMayBeDeclaredUnreachable() {
        Drawing drawing = Drawing.good()
                .draw("failed", node("endEvent", "failed", properties("state", "failed", "unreachable", "true")));
        Lifecycle lifecycle = ReadDiagram.lifecycle(drawing);
        assertThat(lifecycle.states()).extracting(State::name).containsExactlyInAnyOrder("open", "done", "failed");
        assertThat(table(lifecycle)).isEqualTo(table(Drawing.good()));
    }

    @Test
    void workWithinAStateIsNoTransition() {
        Drawing drawing = Drawing.good()
                .draw("open__again", arrow("open__again", "again", "open_out", "open", properties("within", "true")));
        Lifecycle lifecycle = ReadDiagram.lifecycle(drawing);
        assertThat(table(lifecycle)).containsExactly("open -finish-> done");
        assertThat(lifecycle.exit("open", "again").orElseThrow().within()).isTrue();
    }

    @Test
    void whatOnlyTheServerMayTakeIsAutomatic() {
        Lifecycle lifecycle = ReadDiagram.lifecycle(guarded("roles", "system"));
        Exit exit = lifecycle.exit("open", "finish").orElseThrow();
        assertThat(exit.kind()).isEqualTo(Exit.Kind.AUTOMATIC);
        assertThat(exit.requestable()).isTrue();
    }

    @Test
    void theGuardIsReadOffTheArrow() {
        Guard guard = ReadDiagram.lifecycle(guarded(
                        "roles", "lead?bold, assignee+human",
                        "except", "task.author",
                        "requires", "plan, note?",
                        "keeps", "note",
                        "needs", "luck",
                        "lease", "held",
                        "force", "admin"))
                .exit("open", "finish")
                .orElseThrow()
                .guard();
        assertThat(guard.roles())
                .containsExactly(
                        new Role("lead?bold", List.of("lead"), "bold"),
                        new Role("assignee+human", List.of("assignee", "human"), null));
        assertThat(Role.field(guard.except().get(0).terms().get(0))).isEqualTo("author");
        assertThat(guard.required()).containsExactly("plan");
        assertThat(guard.artifacts()).extracting(guard::keeps).containsExactly(false, true);
        assertThat(guard.needs()).containsExactly("luck");
        assertThat(guard.lease()).isEqualTo(Guard.LeaseRule.HELD);
        assertThat(guard.force()).isEqualTo(Set.of("admin"));
    }

    @Test
    void anEmptyKeepsKeepsNothing() {
        Guard guard = ReadDiagram.lifecycle(guarded("requires", "plan", "keeps", ""))
                .exit("open", "finish")
                .orElseThrow()
                .guard();
        assertThat(guard.artifacts()).extracting(guard::keeps).containsExactly(false);
    }

    @Test
    void aTaskLeavesItsStateThroughItsOwnArrowsOnly() {
        Lifecycle lifecycle = ReadDiagram.lifecycle(Drawing.stoppable());
        assertThat(lifecycle.leavesThrough("open", "open__open_out")).isTrue();
        assertThat(lifecycle.leavesThrough("open", "stop")).isTrue();
        assertThat(lifecycle.leavesThrough("open", "begin__open")).isFalse();
        assertThat(lifecycle.leavesThrough("done", "open__open_out")).isFalse();
    }

    @Test
    void theSameTableComesAsMermaid() {
        Drawing drawing = Drawing.good()
                .draw("done", state("endEvent", "done", "all-done"))
                .draw("open_late", boundary("open_late", "open", timer()))
                .draw("open_late__done", arrow("open_late__done", "open_late", "done"));
        assertThat(Mermaid.of(ReadDiagram.lifecycle(drawing))).isEqualTo("""
                stateDiagram-v2
                    state "open" as open
                    state "all-done" as all_done
                    [*] --> open
                    open --> all_done: finish
                    open --> open: again
                    open --> all_done: open_late (timer)
                    all_done --> [*]
                """);
    }

    private static List<String> table(Drawing drawing) {
        return table(ReadDiagram.lifecycle(drawing));
    }

    private static List<String> table(Lifecycle lifecycle) {
        return lifecycle.transitions().stream()
                .map(t -> t.from() + " -" + t.trigger() + "-> " + t.to())
                .toList();
    }
}
