package dev.baton.modeler;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.modeler.ElementTemplates.Template;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@DatabaseIndependent
class ElementTemplatesTest {

    private static final Pattern CODE = Pattern.compile("(?<!: )`([a-zA-Z]+)[^`]*`");

    @Test
    void theTemplatesOfferWhatDiagramsKnowAndNothingElse() throws IOException {
        Set<String> offered = new TreeSet<>();
        ElementTemplates.all()
                .forEach(template -> offered.addAll(template.written().keySet()));
        assertThat(offered).isEqualTo(documentedProperties());
    }

    /** The first column of the table, where each property stands in code and examples follow a colon; {@code work} goes with {@code afterwards}. */
    private static Set<String> documentedProperties() throws IOException {
        Set<String> names = new TreeSet<>(Set.of("work"));
        Files.readString(Path.of("docs/diagrams.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| in the diagram"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .filter(cell -> !cell.contains("with a condition"))
                .flatMap(cell -> CODE.matcher(cell).results())
                .forEach(code -> names.add(code.group(1)));
        return names;
    }

    @OnBothDatabases
    void aTemplateThatIsLeftEmptySaysNothing(Baton baton) {
        for (Template template : ElementTemplates.all()) {
            Drawing drawing = drawn(template, Map.of());
            deploy(baton, drawing).expect(200);
            String id = baton.create(drawing.key());
            baton.as("worker-1").move(id, "finish", "{}").expect(200);
            assertThat(baton.state(id)).as(template.id()).isEqualTo("done");
        }
    }

    @OnBothDatabases
    void aPersonsStateWithoutANameOfItsOwnIsCalledByTitleAndState(Baton baton) {
        Drawing drawing = drawn(template("dev.baton.state.person"), Map.of());
        drawing.draw(
                "open",
                drawing.xml()
                        .lines()
                        .filter(line -> line.contains("<bpmn:userTask"))
                        .findFirst()
                        .orElseThrow()
                        .replace("id=\"open\"", "id=\"open\" name=\"open\""));
        deploy(baton, drawing).expect(200);
        String id = baton.create(drawing.key());
        assertThat(baton.admin()
                        .get("/engine-rest/task?processInstanceBusinessKey=" + id)
                        .expect(200)
                        .json()
                        .at("/0/name")
                        .asText())
                .isEqualTo(id + ": open");
    }

    @OnBothDatabases
    void whatIsTypedIntoATemplateCounts(Baton baton) {
        Map<String, String> typed = Map.of("roles", "lead", "requires", "note", "except", "task.owner");
        Drawing drawing = drawn(template("dev.baton.trigger"), typed);
        deploy(baton, drawing).expect(200);
        String id = baton.create(drawing.key());
        baton.as("worker-1").move(id, "finish", "{\"note\":\"well done\"}").expect(403);
        baton.as("lead").move(id, "finish", "{}").expect(422);
        baton.as("lead").move(id, "finish", "{\"note\":\"well done\"}").expect(200);
        assertThat(baton.task(id).at("/data/note").asText()).isEqualTo("well done");
    }

    @OnBothDatabases
    void theTemplateThatKeepsSomeKeepsNoneWhenLeftEmpty(Baton baton) {
        Drawing drawing = drawn(template("dev.baton.trigger.keeps"), Map.of("requires", "note"));
        deploy(baton, drawing).expect(200);
        String id = baton.create(drawing.key());
        baton.as("lead").move(id, "finish", "{\"note\":\"well done\"}").expect(200);
        assertThat(baton.task(id).get("data").has("note")).isFalse();
    }

    private static Template template(String id) {
        return ElementTemplates.all().stream()
                .filter(template -> template.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Applies the template to an element of the drawing. */
    private static Drawing drawn(Template template, Map<String, String> typed) {
        Map<String, String> values = new LinkedHashMap<>(template.written());
        values.putAll(typed);
        Drawing drawing = Drawing.good();
        String type = template.becomes() == null ? template.appliesTo().get(0) : template.becomes();
        switch (type) {
            case "bpmn:ReceiveTask" -> drawing.draw("open", node("receiveTask", "open", filled(values, "open")));
            case "bpmn:UserTask" -> drawing.draw("open", node("userTask", "open", filled(values, "open")));
            case "bpmn:ServiceTask" ->
                drawing.draw("going", Drawing.element("serviceTask", service(template), filled(values, "going")))
                        .draw("begin__open", arrow("begin__open", "begin", "going"))
                        .draw("going__open", arrow("going__open", "going", "open"));
            case "bpmn:BusinessRuleTask" ->
                drawing.draw("going", Drawing.element("businessRuleTask", decision(template)))
                        .draw("begin__open", arrow("begin__open", "begin", "going"))
                        .draw("going__open", arrow("going__open", "going", "open"));
            case "bpmn:IntermediateCatchEvent" ->
                drawing.draw("cooling", node("intermediateCatchEvent", "cooling", filled(values, "cooling"), timer()))
                        .draw("open__rest", arrow("open__rest", "rest", "open_out", "cooling"))
                        .draw("cooling__open", arrow("cooling__open", "cooling", "open"));
            case "bpmn:CallActivity" ->
                drawing.draw("split", Drawing.element("callActivity", CALL, filled(values, "split")))
                        .draw("open__split", arrow("open__split", "split", "open_out", "split"))
                        .draw("split__open", arrow("split__open", "split", "open"));
            case "bpmn:IntermediateThrowEvent" ->
                drawing.draw("telling", node("intermediateThrowEvent", "telling", filled(values, null)))
                        .draw("begin__open", arrow("begin__open", "begin", "telling"))
                        .draw("telling__open", arrow("telling__open", "telling", "open"));
            case "bpmn:EndEvent" -> drawing.draw("done", node("endEvent", "done", filled(values, "done")));
            case "bpmn:SequenceFlow" ->
                drawing.draw("open__finish", arrow("open__finish", "finish", "open_out", "done", filled(values, null)));
            case "bpmn:StartEvent" -> drawing.draw("begin", node("startEvent", "begin", filled(values, null)));
            case "bpmn:BoundaryEvent" ->
                drawing.beside("<bpmn:message id=\"Message_x\" name=\"leave\"/>")
                        .draw("late", boundary("late", "open", event(template, values)))
                        .draw("late__done", arrow("late__done", "late", "done"));
            default -> throw new AssertionError(template.id() + " is for " + type);
        }
        if (template.id().equals("dev.baton.state.external")) {
            drawing.draw("begin__open", arrow("begin__open", "begin", "open"))
                    .draw("open__work", arrow("open__work", "work", "open_out", "going"));
        }
        return drawing;
    }

    /** Work of a topic waits on the way, so it is drawn beside it. */
    private static String service(Template template) {
        return template.id().equals("dev.baton.state.external")
                ? "id=\"going\" camunda:type=\"external\" camunda:topic=\"going\""
                : "id=\"going\" camunda:expression=\"${true}\"";
    }

    /** The attributes that the template writes; the empty ones name a decision and a field. */
    private static String decision(Template template) {
        StringBuilder attributes = new StringBuilder("id=\"going\"");
        template.properties()
                .forEach(property -> attributes
                        .append(' ')
                        .append(property.at("/binding/name").asText())
                        .append("=\"")
                        .append(property.path("value").asText("size"))
                        .append('"'));
        return attributes.toString();
    }

    private static final String CALL = "id=\"split\" calledElement=\"errand\"";

    /** A boundary error would need work that fails; it has no properties of its own. */
    private static String event(Template template, Map<String, String> values) {
        if (values.isEmpty()) {
            return timer();
        }
        assertThat(template.id()).isEqualTo("dev.baton.trigger.message");
        return filled(values, null) + "<bpmn:messageEventDefinition messageRef=\"Message_x\"/>";
    }

    private static String filled(Map<String, String> values, String state) {
        values.computeIfPresent("state", (name, old) -> state);
        values.computeIfPresent("afterwards", (name, old) -> "remember");
        return properties(values.entrySet().stream()
                .flatMap(e -> Stream.of(e.getKey(), e.getValue()))
                .toArray(String[]::new));
    }

    private static Answer deploy(Baton baton, Drawing drawing) {
        return new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("size.dmn", Tables.sizes("", "-", "1"))
                .by(baton.admin());
    }
}
