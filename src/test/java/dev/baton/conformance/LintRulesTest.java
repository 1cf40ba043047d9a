package dev.baton.conformance;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.guarded;
import static dev.baton.testing.Drawing.passing;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.lifecycle.Violation;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.DiagramFault;
import dev.baton.testing.Drawing;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lint rules in tools/bpmnlint-plugin-baton say what the server says, in the same words. Skipped before
 * {@code npm ci --prefix tools/diagrams}, except where {@code NODE_TESTS=always} says that it must run.
 */
class LintRulesTest {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    private static final Path BPMNLINT = Path.of("tools", "diagrams", "node_modules", "bpmnlint");

    /** Test classes with diagrams that have mistakes. */
    private static final List<String> FAULTS = List.of(
            "dev.baton.lifecycle.LifecycleValidatorTest",
            "dev.baton.lifecycle.PropertyValidatorTest",
            "dev.baton.api.CheckingLifecyclesTest",
            "dev.baton.engine.diagram.DiagramFaultsTest");

    /** What depends on the groups, schemas, rules, beans and lifecycles of a server, or needs its reader of expressions. */
    private static final Pattern ONLY_THE_SERVER = Pattern.compile(String.join(
            "|",
            "is no group",
            "whom the lane '",
            "there is no schema",
            "there is no rule of that name",
            "there is no work named",
            "there is no such lifecycle",
            "the candidate group '.*' does not exist",
            "the condition uses '",
            "the condition can't be read",
            "uses '",
            "calls '",
            "delegate",
            "is not allowed",
            "camunda:(dueDate|followUpDate|priority)",
            "the expression can't be read",
            "the timer would never fire",
            "multiple start events not supported", // the engine's words beside ours
            "^line \\d+: ")); // the XML schema's

    /** Where the answer names this instead of an element, the server has read no further. */
    private static final String FILE = "diagram.bpmn";

    private static final String LOCATION = "xsi:schemaLocation";

    /** Enough to see each kind of mistake. */
    private static final int EVERY_MUTANT = 4;

    @TempDir
    private Path folder;

    private final Map<String, String> names = new LinkedHashMap<>();

    @Test
    void theLintRulesSayWhatTheServerSays() throws Exception {
        assumeBpmnlint();
        for (String type : FAULTS) {
            faults(Class.forName(type))
                    .forEach(fault -> add(fault.name(), fault.drawing().xml()));
        }
        more().forEach(this::add);
        for (String places : List.of("x http://x/x.xsd", "x x.xsd", BPMN + " http://x/x.xsd", BPMN + " a x b/c", "x")) {
            add("schemas at " + places, located("<bpmn:definitions ", LOCATION, places));
            add("a task's schemas at " + places, located("<bpmn:receiveTask ", LOCATION, places));
            add("another tool's schemas at " + places, located("<x:x xmlns:x=\"http://x\" ", LOCATION, places));
        }
        add(
                "a time to live of the whole file",
                Drawing.good()
                        .xml()
                        .replace(
                                "<bpmn:definitions ",
                                "<bpmn:definitions id=\"all\" camunda:historyTimeToLive=\"P1D\" "));
        add(
                "a due date of a message",
                Drawing.good().beside("<bpmn:message id=\"M\" name=\"m\" camunda:dueDate=\"P1D\"/>"));
        for (String place : List.of("http://x/x.xsd", "x.xsd")) {
            add("a schema at " + place, located("<bpmn:definitions ", "xsi:noNamespaceSchemaLocation", place));
        }
        assertThat(names).hasSizeGreaterThan(150);
        compare(lint(folder), true);
    }

    /** The engine has its own words for some of these, so that not all that the server says has to be found. */
    @Test
    void theLintRulesFindNothingThatTheServerDoesNotFind() throws Exception {
        assumeBpmnlint();
        List<MutatedDiagramsTest.Mutant> mutants = MutatedDiagramsTest.mutants();
        for (int i = 0; i < mutants.size(); i += EVERY_MUTANT) {
            add(mutants.get(i).description(), mutants.get(i).xml());
        }
        compare(lint(folder), false);
    }

    @Test
    void theLintRulesFindNothingInGoodDiagrams() throws Exception {
        assumeBpmnlint();
        for (Path good : List.of(Path.of("bpmn"), Path.of("docs", "examples"), Path.of("docs", "diagrams"))) {
            JsonNode findings = lint(good);
            assertThat(findings)
                    .isNotEmpty()
                    .allSatisfy(found -> assertThat(found).isEmpty());
        }
    }

    private static void assumeBpmnlint() {
        boolean must = "always".equals(System.getenv("NODE_TESTS"));
        Assumptions.assumeTrue(must || Files.isDirectory(BPMNLINT), "there is no " + BPMNLINT);
    }

    private void add(String name, Drawing drawing) {
        add(name, drawing.xml());
    }

    private void add(String name, String xml) {
        try {
            String file = names.size() + ".bpmn";
            Files.writeString(folder.resolve(file), xml);
            names.put(file, name);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void compare(JsonNode findings, boolean complete) throws IOException {
        SoftAssertions all = new SoftAssertions();
        int same = 0;
        for (Map.Entry<String, String> diagram : names.entrySet()) {
            Set<Violation> byLint = violations(findings.get(diagram.getKey()));
            Set<Violation> byServer = violations(Baton.on(Database.H2)
                    .as("worker-1")
                    .send(
                            "POST",
                            "/api/lifecycles/check",
                            Files.readString(folder.resolve(diagram.getKey())),
                            "application/xml")
                    .expect(200)
                    .json()
                    .get("violations"));
            if (byServer.stream().anyMatch(violation -> violation.element().equals(FILE))) {
                all.assertThat(messages(byLint))
                        .as(diagram.getValue())
                        .containsAll(messages(byServer).stream()
                                .filter(message -> message.contains(LOCATION))
                                .toList());
                continue;
            }
            all.assertThat(byServer).as(diagram.getValue()).containsAll(byLint);
            same += byLint.isEmpty() ? 0 : 1;
            byServer.removeAll(byLint);
            byServer.removeIf(
                    violation -> ONLY_THE_SERVER.matcher(violation.message()).find());
            if (complete) {
                all.assertThat(byServer).as(diagram.getValue()).isEmpty();
            }
        }
        all.assertAll();
        assertThat(same).as("diagrams with findings").isGreaterThan(names.size() / 3);
    }

    private static List<String> messages(Set<Violation> violations) {
        return violations.stream().map(Violation::message).toList();
    }

    private static Set<Violation> violations(JsonNode list) {
        Set<Violation> violations = new HashSet<>();
        if (list != null) {
            list.forEach(one -> violations.add(new Violation(
                    one.get("element").asText(), one.get("message").asText())));
        }
        return violations;
    }

    private JsonNode lint(Path diagrams) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "findings", ".json");
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process node = new ProcessBuilder("node", "tools/diagrams/findings.mjs", diagrams.toString())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(node.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue()).as(Files.readString(errors)).isZero();
            assertThat(errors).isEmptyFile(); // a rule that fails says so there
            return Baton.JSON.readTree(output.toFile());
        } finally {
            node.destroyForcibly();
        }
    }

    /** The methods of a test class that provide its diagrams are not public. */
    private static List<DiagramFault> faults(Class<?> type) throws ReflectiveOperationException {
        List<DiagramFault> faults = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && method.getReturnType() == Stream.class
                    && method.getParameterCount() == 0
                    && !method.isSynthetic()) {
                method.setAccessible(true);
                ((Stream<?>) method.invoke(null)).map(DiagramFault.class::cast).forEach(faults::add);
            }
        }
        assertThat(faults).isNotEmpty();
        return faults;
    }

    private static String located(String start, String attribute, String places) {
        return Drawing.good()
                .draw(
                        "open",
                        element(
                                "receiveTask",
                                "id=\"open\"",
                                properties("state", "open")
                                        .replace(
                                                "</camunda:properties>",
                                                "</camunda:properties><x:x xmlns:x=\"http://x\" />")))
                .xml()
                .replaceFirst(start, "$0" + attribute + "=\"" + places + "\" ");
    }

    /** Mistakes with the words of calls, messages, external tasks, claims and timers. */
    private static Map<String, Drawing> more() {
        Map<String, Drawing> more = new LinkedHashMap<>();
        for (String text : List.of("claim=perhaps", "on=monday", "count=title", "collect=notes", "within=true")) {
            String[] word = text.split("=");
            more.put(text, guarded(word[0], word[1]));
            more.put(text + " on a state", waits(word[0], word[1]));
        }
        more.put("a claim that requires", guarded("claim", "true", "requires", "plan", "lease", "new"));
        more.put("a claim that nobody holds", guarded("claim", "true"));
        more.put("two claims", twoClaims());
        for (String except : List.of("system", "lead", "lead, system", "lead+assignee", "lead?bold")) {
            more.put("all but " + except, guarded("roles", "lead", "except", except));
            more.put(
                    "all but " + except + " when blockers have finished",
                    guarded("roles", "lead", "except", except, "on", "blockers-finished"));
        }
        more.put("a call without a lifecycle", call("calledElement=\"\"", "gives", "a/b"));
        more.put("a call of nothing", call("", "brings", "a/b"));
        more.put("a computed call", call("calledElement=\"${task.kind}\""));
        more.put("a message to nobody", thrown());
        more.put("a message to all", thrown("to", "everybody", "gives", "a/b"));
        more.put("a recipient on a state", waits("to", "parent"));
        more.put("an external task", external("lease", "keep"));
        more.put("a nameless topic", passing(element("serviceTask", "id=\"odd\" camunda:type=\"external\"")));
        more.put("a cycle to wait for", waiting("timeCycle", "R/PT1H"));
        more.put("a lease while waiting", waiting("timeDuration", "PT1H", "lease", "keep"));
        for (String cycle : List.of("R/PT0S", "R5/PT0.5S", "R", "R0/PT1H", "R/tomorrow", "R/PT", "R3/P0D", "R/PT1S")) {
            more.put("cycle " + cycle, late("timeCycle", cycle));
        }
        for (String duration : List.of(
                "R/PT1H",
                "1 day",
                "PT0S",
                "PT0.5S",
                "P0D",
                "PT1S",
                "P",
                "PT",
                "P1H",
                "PT1H30",
                "P2W",
                "P1DT",
                "P1Y2M3DT4H5M6.7S")) {
            more.put("duration " + duration, late("timeDuration", duration));
        }
        for (String date : List.of("soon", "2030-01-31T09:00:00Z", "", "x".repeat(101))) {
            more.put("date " + date, late("timeDate", date));
        }
        return more;
    }

    private static Drawing waits(String word, String value) {
        return Drawing.good()
                .draw("open", Drawing.node("receiveTask", "open", properties("state", "open", word, value)));
    }

    private static Drawing twoClaims() {
        return guarded("claim", "true", "lease", "new")
                .draw("open__again", arrow("open__again", "again", "open_out", "open", properties("claim", "true")));
    }

    private static Drawing call(String attributes, String... words) {
        String[] all =
                Stream.concat(Stream.of("state", "odd"), Stream.of(words)).toArray(String[]::new);
        return passing(element(
                "callActivity",
                "id=\"odd\" " + attributes,
                properties(all),
                "<bpmn:multiInstanceLoopCharacteristics"
                        + " isSequential=\"true\"><bpmn:loopCardinality>2</bpmn:loopCardinality>"
                        + "</bpmn:multiInstanceLoopCharacteristics>"));
    }

    private static Drawing thrown(String... words) {
        return passing(Drawing.node(
                        "intermediateThrowEvent",
                        "odd",
                        words.length == 0 ? "" : properties(words),
                        "<bpmn:messageEventDefinition messageRef=\"Message_x\"/>"))
                .beside("<bpmn:message id=\"Message_x\" name=\"two words\"/>");
    }

    private static Drawing external(String word, String value) {
        return passing(element(
                "serviceTask",
                "id=\"odd\" camunda:type=\"external\" camunda:topic=\"two words\"",
                properties("state", "odd", word, value)));
    }

    private static Drawing waiting(String type, String time, String... words) {
        String[] all =
                Stream.concat(Stream.of("state", "odd"), Stream.of(words)).toArray(String[]::new);
        return passing(Drawing.node("intermediateCatchEvent", "odd", properties(all), timed(type, time)));
    }

    private static Drawing late(String type, String time) {
        return Drawing.good()
                .draw("odd", boundary("odd", "open", timed(type, time)))
                .draw("odd__done", arrow("odd__done", "odd", "done"));
    }

    private static String timed(String type, String time) {
        return timer().replace("timeDuration", type).replace("P1D", time);
    }
}
