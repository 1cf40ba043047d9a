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
import dev.baton.testing.DiagramFault;
import dev.baton.testing.Drawing;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One diagram for each mistake: the check names the element and says what to do. */
class LifecycleValidatorTest {

    private static final String SIGNAL = "<bpmn:signalEventDefinition signalRef=\"Signal_x\"/>";
    private static final String MESSAGE = "<bpmn:messageEventDefinition messageRef=\"Message_x\"/>";
    private static final String ERROR = "<bpmn:errorEventDefinition/>";
    private static final String MANY =
            "<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality xsi:type=\"bpmn:tFormalExpression\">2"
                    + "</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>";

    static final ValidationContext CONTEXT = new ValidationContext() {

        @Override
        public boolean isGroup(String name) {
            return Set.of("lead", "human", "reviewer").contains(name);
        }

        @Override
        public String schemaFault(String artifact) {
            return Set.of("plan", "reason").contains(artifact) ? null : "there is no schema of " + artifact;
        }

        @Override
        public boolean isExpressionName(String name) {
            return Set.of("task", "payload", "actor", "policy").contains(name);
        }

        @Override
        public boolean isRule(String name) {
            return name.equals("luck");
        }

        @Override
        public boolean isPostEndAction(String name) {
            return name.equals("sweep");
        }
    };

    @ParameterizedTest
    @MethodSource({
        "nodes",
        "states",
        "leases",
        "crowds",
        "waits",
        "paths",
        "events",
        "arrows",
        "guards",
        "afterwards",
        "starts",
        "machines"
    })
    void aMistakeIsNamedWithItsElement(DiagramFault fault) {
        assertThat(ReadDiagram.violations(fault.drawing(), CONTEXT))
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.element()).isEqualTo(fault.element());
                    assertThat(violation.message()).contains(fault.advice());
                });
    }

    @Test
    void aGoodDiagramHasNone() {
        assertThat(ReadDiagram.violations(Drawing.good(), CONTEXT)).isEmpty();
        assertThat(ReadDiagram.violations(
                        guarded(
                                "roles", "lead+assignee?bold, task.helpers",
                                "except", "claimant",
                                "requires", "plan, reason?",
                                "keeps", "plan",
                                "needs", "luck",
                                "lease", "holder",
                                "force", "human",
                                "within", "false"),
                        CONTEXT))
                .isEmpty();
        assertThat(ReadDiagram.violations(
                        guarded("roles", "lead, human, reviewer?bold", "except", "lead+assignee, human?bold, reviewer"),
                        CONTEXT))
                .isEmpty();
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        Drawing drawing = guarded("roles", "boss", "requires", "poem")
                .draw("done", state("endEvent", "done", "all done"))
                .draw("lost", state("endEvent", "lost", "lost"));
        assertThat(ReadDiagram.violations(drawing, CONTEXT))
                .extracting(Violation::element)
                .containsExactlyInAnyOrder("done", "open__finish", "open__finish", "lost");
    }

    static Stream<DiagramFault> nodes() {
        return Stream.of(
                fault("a process id that is no key", Drawing.good("dotted.key"), "dotted.key", "letters, digits"),
                unsupported("a parallel gateway", element("parallelGateway", "id=\"odd\"")),
                unsupported("an inclusive gateway", element("inclusiveGateway", "id=\"odd\"")),
                unsupported("an event that waits by itself", node("intermediateCatchEvent", "odd", MESSAGE)),
                unsupported(
                        "a transaction",
                        node(
                                "transaction",
                                "odd",
                                node("startEvent", "odd_begin"),
                                node("endEvent", "odd_end"),
                                arrow("odd_flow", "odd_begin", "odd_end"))),
                unsupported(
                        "a receive task with a message", element("receiveTask", "id=\"odd\" messageRef=\"Message_x\"")),
                fault(
                        "a receive task for many",
                        Drawing.good().draw("open", state("receiveTask", "open", "open", MANY)),
                        "open",
                        "only a user task or a call activity can be multi-instance"),
                fault(
                        "a service task for many",
                        passing(element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\"", MANY)),
                        "odd",
                        "only a user task or a call activity can be multi-instance"),
                fault(
                        "a start event that is a state",
                        Drawing.good().draw("begin", state("startEvent", "begin", "new")),
                        "begin",
                        "a start event can't be a state"),
                fault("a sub-process end that is a state", insideEnd(), "inner_end", "lead the arrow out of it"));
    }

    private static DiagramFault unsupported(String name, String xml) {
        return fault(
                name,
                passing(xml).beside("<bpmn:message id=\"Message_x\" name=\"x\"/>"),
                "odd",
                "has no place in a lifecycle");
    }

    private static Drawing insideEnd() {
        return passing(node(
                "subProcess",
                "odd",
                node("startEvent", "inner_begin"),
                state("endEvent", "inner_end", "inside"),
                arrow("inner_flow", "inner_begin", "inner_end")));
    }

    static Stream<DiagramFault> states() {
        return Stream.of(
                fault(
                        "a state's name with a space",
                        Drawing.good().draw("done", state("endEvent", "done", "all done")),
                        "done",
                        "letters, digits, '-' and '_', at most 64"),
                fault(
                        "a state's name that is too long",
                        Drawing.good().draw("done", state("endEvent", "done", "d".repeat(65))),
                        "done",
                        "at most 64"),
                fault(
                        "a waiting node without a state",
                        passing(node("receiveTask", "odd")).draw("odd__done", arrow("odd__done", "go", "odd", "done")),
                        "odd",
                        "give the receive task a property 'state'"),
                fault(
                        "unreachable where there is no state",
                        Drawing.good().draw("begin", node("startEvent", "begin", properties("unreachable", "true"))),
                        "begin",
                        "only a state can be declared unreachable"),
                fault(
                        "two nodes with one state",
                        passing(state("receiveTask", "odd", "open"))
                                .draw("odd__done", arrow("odd__done", "go", "odd", "done")),
                        "odd",
                        "only ends can share one"));
    }

    static Stream<DiagramFault> leases() {
        return Stream.of(
                fault("a lease without a timer", leased("lease", "new"), "open", "attach a boundary timer"),
                fault(
                        "a lease of an unknown kind",
                        leased("lease", "some"),
                        "open",
                        "'lease' is 'new', 'keep' or 'pause'"),
                fault(
                        "a lease where nobody waits",
                        Drawing.good()
                                .draw("done", node("endEvent", "done", properties("state", "done", "lease", "new"))),
                        "done",
                        "on a receive task or user task"),
                fault(
                        "a lease that an arrow keeps",
                        guarded("lease", "keep"),
                        "open__finish",
                        "only be 'held', 'holder'"),
                fault("a new lease on the way to an end", guarded("lease", "new"), "open__finish", "has a lease"),
                fault("force without a lease", guarded("force", "human"), "open__finish", "beside 'lease'"),
                fault(
                        "an unknown role that may use force",
                        guarded("lease", "holder", "force", "boss"),
                        "open__finish",
                        "'boss' is no group"));
    }

    private static Drawing leased(String name, String value) {
        return Drawing.good().draw("open", node("receiveTask", "open", properties("state", "open", name, value)));
    }

    static Stream<DiagramFault> crowds() {
        return Stream.of(
                fault("reassigning what is one person's", leased("reassign", "lead"), "open", "are multi-instance"),
                fault("fitting what is one person's", leased("fits", "luck"), "open", "are multi-instance"),
                fault("an unknown role that reassigns", crowd("reassign", "boss"), "odd", "'boss' is no group"),
                fault("an unknown rule of who fits", crowd("fits", "weather"), "odd", "no rule of that name"));
    }

    private static Drawing crowd(String name, String value) {
        return passing(node("userTask", "odd", properties("state", "odd", name, value), MANY))
                .draw("odd__done", arrow("odd__done", "go", "odd", "done"));
    }

    static Stream<DiagramFault> afterwards() {
        return Stream.of(
                fault("a trigger's name", ended("afterwards", "two words"), "done", "is no name for a trigger"),
                fault(
                        "an unknown role",
                        ended("afterwards", "sum-up", "work", "sweep", "roles", "boss"),
                        "done",
                        "'boss' is no group"));
    }

    private static Drawing ended(String... properties) {
        String[] all =
                Stream.concat(Stream.of("state", "done"), Stream.of(properties)).toArray(String[]::new);
        return Drawing.good().draw("done", node("endEvent", "done", properties(all)));
    }

    static Stream<DiagramFault> waits() {
        return Stream.of(
                fault(
                        "a waiting state with a nameless arrow",
                        passing(state("receiveTask", "odd", "odd", ""))
                                .draw("odd_late", boundary("odd_late", "odd", timer()))
                                .draw("odd_late__done", arrow("odd_late__done", "odd_late", "done")),
                        "odd__done",
                        "name the arrow: its name is the trigger"),
                fault(
                        "names before and after the gateway",
                        Drawing.good().draw("open__open_out", arrow("open__open_out", "go", "open", "open_out")),
                        "open__open_out",
                        "not both"));
    }

    static Stream<DiagramFault> paths() {
        return Stream.of(
                fault(
                        "arrows that split the task",
                        passing(state("receiveTask", "odd", "odd"))
                                .draw("odd__done", arrow("odd__done", "go", "odd", "done"))
                                .draw("odd__open", arrow("odd__open", "back", "odd", "open")),
                        "odd",
                        "put an exclusive gateway between"),
                fault(
                        "a service task that leads nowhere",
                        passing(work("")).erase("odd__done"),
                        "odd",
                        "lead an arrow on from the service task"),
                fault(
                        "triggers where no task waits",
                        passing(node("exclusiveGateway", "odd"))
                                .draw("odd__done", arrow("odd__done", "yes", "odd", "done")),
                        "odd",
                        "has to come right after a receive task or user task"),
                fault(
                        "a condition beside triggers",
                        Drawing.good()
                                .draw(
                                        "open__again",
                                        arrow(
                                                "open__again",
                                                "again",
                                                "open_out",
                                                "open",
                                                when("${task.attempts &lt; 3}"))),
                        "open__again",
                        "neither conditions nor a default arrow"),
                fault(
                        "a default arrow beside triggers",
                        Drawing.good()
                                .draw(
                                        "open_out",
                                        element("exclusiveGateway", "id=\"open_out\" default=\"open__again\"")),
                        "open__again",
                        "an unknown trigger has to find no way out"));
    }

    private static String work(String attributes) {
        return element("serviceTask", "id=\"odd\" camunda:expression=\"${1}\" " + attributes);
    }

    static Stream<DiagramFault> events() {
        return Stream.of(
                fault("a signal", event(boundary("odd", "open", SIGNAL)), "odd", "use a timer, a message or an error"),
                fault(
                        "a message whose name is no trigger",
                        event(boundary("odd", "open", MESSAGE))
                                .beside("<bpmn:message id=\"Message_x\" name=\"two words\"/>"),
                        "odd",
                        "the message's name is the trigger"),
                fault(
                        "a message without a name",
                        event(boundary("odd", "open", "<bpmn:messageEventDefinition/>")),
                        "odd",
                        "the message's name is the trigger"),
                fault(
                        "a second state at the same time",
                        event(element(
                                "boundaryEvent",
                                "id=\"odd\" attachedToRef=\"open\" cancelActivity=\"false\"",
                                timer())),
                        "odd",
                        "it does not interrupt, so its path can't lead to a state"),
                fault(
                        "roles on a timer",
                        event(boundary("odd", "open", properties("roles", "lead"), timer())),
                        "odd",
                        "'roles' works on triggers and messages only"),
                fault(
                        "an error that nobody can throw, with a guard",
                        event(boundary("odd", "open", properties("requires", "plan"), ERROR)),
                        "odd",
                        "'requires' works on triggers and messages only"),
                fault(
                        "an unknown role on a message",
                        event(boundary("odd", "open", properties("roles", "nobodies"), MESSAGE))
                                .beside("<bpmn:message id=\"Message_x\" name=\"x\"/>"),
                        "odd",
                        "'nobodies' is no group"),
                fault("a boundary on nothing", event(boundary("odd", "nowhere", timer())), "odd", "attach it to"));
    }

    private static Drawing event(String xml) {
        return Drawing.good()
                .draw("odd", xml)
                .draw("odd__done", arrow("odd__done", "odd", "done"))
                .beside("<bpmn:signal id=\"Signal_x\" name=\"x\"/>");
    }

    static Stream<DiagramFault> arrows() {
        return Stream.of(
                fault(
                        "a trigger's name with a space",
                        Drawing.good().draw("open__finish", arrow("open__finish", "finish it", "open_out", "done")),
                        "open__finish",
                        "is no name for a trigger"),
                fault(
                        "a second arrow of the same name",
                        Drawing.good().draw("open__again", arrow("open__again", "finish", "open_out", "open")),
                        "open__again",
                        "which one to take?"),
                fault(
                        "a condition without a gateway",
                        Drawing.good().draw("begin__open", arrow("begin__open", "", "begin", "open", when("${true}"))),
                        "begin__open",
                        "leaves an exclusive gateway"),
                fault(
                        "an unknown name in a condition",
                        choice("${tsk.attempts &lt; 3}"),
                        "odd__done",
                        "the condition uses 'tsk': conditions know task, payload, actor and policy"),
                fault(
                        "a condition that is no expression",
                        choice("${task.attempts &lt;}"),
                        "odd__done",
                        "the condition can't be read"),
                fault(
                        "roles on an arrow that is no trigger",
                        Drawing.good()
                                .draw(
                                        "begin__open",
                                        arrow("begin__open", "", "begin", "open", properties("roles", "lead"))),
                        "begin__open",
                        "here nobody would enforce it"));
    }

    private static Drawing choice(String condition) {
        return passing(element("exclusiveGateway", "id=\"odd\" default=\"odd__open\""))
                .draw("odd__done", arrow("odd__done", "", "odd", "done", when(condition)))
                .draw("odd__open", arrow("odd__open", "odd", "open"));
    }

    static Stream<DiagramFault> guards() {
        return Stream.of(
                fault(
                        "an unknown role",
                        guarded("roles", "boss"),
                        "open__finish",
                        "'boss' is no group: create it first"),
                fault(
                        "an artifact's name",
                        guarded("requires", "a/b"),
                        "open__finish",
                        "'a/b' is no name for an artifact"),
                fault(
                        "an artifact without a schema",
                        guarded("requires", "poem"),
                        "open__finish",
                        "there is no schema of poem"),
                fault(
                        "half of a role that is no group",
                        guarded("roles", "assignee+boss"),
                        "open__finish",
                        "'boss' is no group: create it first"),
                fault(
                        "a field of the task that is no name",
                        guarded("except", "task.work..author"),
                        "open__finish",
                        "'task.work..author' is no field of the task"),
                fault("a policy without a name", guarded("roles", "lead?"), "open__finish", "names a policy"),
                fault(
                        "roles that are all left out",
                        guarded("roles", "lead", "except", "lead"),
                        "open__finish",
                        "nobody could take it: 'except' leaves out everybody whom 'roles' names"),
                fault(
                        "roles that are parts of what is left out",
                        guarded("roles", "lead+assignee, human?bold", "except", "lead, human?bold"),
                        "open__finish",
                        "nobody could take it"),
                fault(
                        "roles of a lane that are all left out",
                        guarded("except", "lead")
                                .lanes(
                                        "<bpmn:lane id=\"lane\" name=\"lead\"><bpmn:flowNodeRef>open</bpmn:flowNodeRef></bpmn:lane>"),
                        "open__finish",
                        "nobody could take it: 'except' leaves out everybody whom the lane 'lane' names"),
                fault("an unknown rule", guarded("needs", "weather"), "open__finish", "there is no rule of that name"),
                fault(
                        "kept and not required",
                        guarded("keeps", "note"),
                        "open__finish",
                        "keeps 'note', which is not among what the arrow requires"),
                fault(
                        "a state that holds what nothing brings",
                        Drawing.good()
                                .draw("done", node("endEvent", "done", properties("state", "done", "holds", "poem"))),
                        "done",
                        "holds 'poem', which nothing brings: there is no schema of poem"),
                fault(
                        "a state that holds something without a name",
                        Drawing.good()
                                .draw("done", node("endEvent", "done", properties("state", "done", "holds", "a/b"))),
                        "done",
                        "holds 'a/b', which nothing brings: that is no name"),
                fault(
                        "something held where there is no state",
                        Drawing.good().draw("begin", node("startEvent", "begin", properties("holds", "reason"))),
                        "begin",
                        "'holds' is for states"),
                fault(
                        "data that goes where nothing is left",
                        Drawing.good()
                                .draw("done", node("endEvent", "done", properties("state", "done", "clears", "note"))),
                        "done",
                        "'clears' is for states that a task leaves"),
                fault(
                        "data that goes and is no name",
                        Drawing.good()
                                .draw(
                                        "open",
                                        node("receiveTask", "open", properties("state", "open", "clears", "a/b"))),
                        "open",
                        "clears 'a/b', which is no name of data"),
                fault("a state within which nothing is", guarded("within", "yes"), "open__finish", "true or false"),
                fault(
                        "afterwards on a state that is no end",
                        Drawing.good()
                                .draw(
                                        "open",
                                        node("receiveTask", "open", properties("state", "open", "afterwards", "x"))),
                        "open",
                        "'afterwards' is for end events"),
                fault(
                        "unknown work afterwards",
                        Drawing.good()
                                .draw(
                                        "done",
                                        node(
                                                "endEvent",
                                                "done",
                                                properties("state", "done", "afterwards", "x", "work", "magic"))),
                        "done",
                        "there is no work named 'magic'"),
                fault(
                        "a guard on an end without afterwards",
                        Drawing.good()
                                .draw("done", node("endEvent", "done", properties("state", "done", "roles", "human"))),
                        "done",
                        "here nobody would enforce it"));
    }

    static Stream<DiagramFault> starts() {
        Drawing none = Drawing.good()
                .erase("begin", "begin__open")
                .draw("open", node("receiveTask", "open", properties("state", "open", "unreachable", "true")))
                .draw("done", node("endEvent", "done", properties("state", "done", "unreachable", "true")));
        return Stream.of(
                fault("no start", none, none.key(), "draw a start event"),
                fault(
                        "a start by timer",
                        Drawing.good().draw("begin", node("startEvent", "begin", timer())),
                        "begin",
                        "a plain start event or a message"),
                fault(
                        "an unknown role on the start",
                        Drawing.good().draw("begin", node("startEvent", "begin", properties("roles", "boss"))),
                        "begin",
                        "'boss' is no group"));
    }

    static Stream<DiagramFault> machines() {
        return Stream.of(
                fault(
                        "a state that no arrow reaches",
                        Drawing.good().draw("lost", state("endEvent", "lost", "lost")),
                        "lost",
                        "lead an arrow there, or give it the property unreachable=true"),
                fault(
                        "a reachable state declared unreachable",
                        Drawing.good()
                                .draw(
                                        "done",
                                        node("endEvent", "done", properties("state", "done", "unreachable", "true"))),
                        "done",
                        "is declared unreachable, but an arrow leads there"),
                fault(
                        "a state without a way out",
                        passing(state("receiveTask", "odd", "odd")).erase("odd__done"),
                        "odd",
                        "there is no way out of 'odd'"),
                fault(
                        "an end without a state",
                        Drawing.good()
                                .draw("stop", node("endEvent", "stop"))
                                .draw("open__stop", arrow("open__stop", "stop", "open_out", "stop")),
                        "stop",
                        "give the end event a property 'state'"));
    }

    private static DiagramFault fault(String name, Drawing drawing, String element, String advice) {
        return new DiagramFault(name, drawing, element, advice);
    }
}
