package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Deployment;
import dev.baton.testing.OnBothDatabases;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.assertj.core.api.SoftAssertions;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Every shipped lifecycle with one mistake in it, at many places: it is refused with the elements' names, or its tasks can be
 * created and moved by anybody in any way without an error of the server. The seeds are fixed.
 */
class MutatedDiagramsTest {

    private static final List<String> LIFECYCLES =
            List.of("work-queue", "peer-review", "governed", "cognitive", "pipeline");
    private static final int SEEDS = 2;
    private static final int STEPS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A diagram with a mistake. */
    record Mutant(String lifecycle, String key, String description, String xml) {}

    @OnBothDatabases
    void isRefusedOrWorks(Baton baton) throws Exception {
        List<Mutant> mutants = mutants();
        assertThat(mutants).hasSizeGreaterThan(150);
        int refused = 0;
        int every = baton.onH2() ? 1 : 15;
        SoftAssertions all = new SoftAssertions();
        for (int i = 0; i < mutants.size(); i += every) {
            int number = i;
            boolean[] deployed = new boolean[1];
            all.check(() -> deployed[0] = check(baton, mutants.get(number), number));
            refused += deployed[0] ? 0 : 1;
        }
        all.assertAll();
        assertThat(refused).as("refused of " + mutants.size()).isBetween(1, mutants.size() - 1);
    }

    static List<Mutant> mutants() throws Exception {
        List<Mutant> mutants = new ArrayList<>();
        for (String lifecycle : LIFECYCLES) {
            for (Mutation mutation : Mutation.values()) {
                for (int seed = 0; seed < SEEDS; seed++) {
                    add(lifecycle, mutation, seed, mutants);
                }
            }
        }
        return mutants;
    }

    private static void add(String lifecycle, Mutation mutation, int seed, List<Mutant> mutants) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document diagram = factory.newDocumentBuilder()
                .parse(Path.of("bpmn", lifecycle + ".bpmn").toFile());
        String key = "mutant-" + UUID.randomUUID().toString().substring(0, 8);
        ((Element) diagram.getElementsByTagNameNS("*", "process").item(0)).setAttribute("id", key);
        Mutation.named(diagram, "BPMNDiagram"::equals)
                .forEach(drawing -> drawing.getParentNode().removeChild(drawing));
        Mutation.named(diagram, name -> name.equals("incoming") || name.equals("outgoing"))
                .forEach(reference -> reference.getParentNode().removeChild(reference));
        try {
            Random random = new Random(31L * (31L * lifecycle.hashCode() + mutation.ordinal()) + seed);
            String description = mutation + " " + mutation.apply(diagram, random);
            StringWriter text = new StringWriter();
            TransformerFactory.newInstance().newTransformer().transform(new DOMSource(diagram), new StreamResult(text));
            mutants.add(new Mutant(lifecycle, key, lifecycle + ": " + description, text.toString()));
        } catch (Mutation.NothingToChange e) {
            // not every lifecycle has all elements
        }
    }

    /** @return whether the mutant was deployed */
    private static boolean check(Baton baton, Mutant mutant, int seed) throws IOException {
        List<String> notes = new ArrayList<>(List.of(mutant.description()));
        long start = System.nanoTime();
        try {
            Answer answer = deployment(mutant).by(baton.admin());
            notes.add(answer.status() + " " + answer.body());
            assertThat(answer.status()).isIn(200, 400);
            if (answer.status() == 400) {
                assertThat(faults(answer, mutant.key() + ".bpmn")).allSatisfy(MutatedDiagramsTest::isSentence);
                return false;
            }
            Walk walk = new Walk(baton, mutant.key(), notes::add);
            if (walk.tryToBegin()) {
                walk(walk, seed);
                walk.abandon();
            }
            return true;
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(String.join("\n", notes), e);
        } finally {
            ClockUtil.reset();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as(notes.toString())
                    .isLessThan(LIMIT);
        }
    }

    private static void walk(Walk walk, int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < STEPS && !walk.terminal(walk.state()); i++) {
            walk.step(new Random(random.nextLong()));
        }
    }

    private static List<JsonNode> faults(Answer answer, String file) {
        List<JsonNode> faults = new ArrayList<>();
        answer.json().at("/details").path(file).path("errors").forEach(faults::add);
        assertThat(faults).as(answer.body()).isNotEmpty();
        return faults;
    }

    private static void isSentence(JsonNode fault) {
        assertThat(fault.get("mainElementId").asText()).isNotBlank();
        assertThat(fault.get("message").asText())
                .isNotBlank()
                .doesNotContain("from 'null'", "to 'null'", "NullPointer", "Exception", "java.");
    }

    private static Deployment deployment(Mutant mutant) throws IOException {
        Deployment deployment = new Deployment().file(mutant.key() + ".bpmn", mutant.xml());
        Path schemas = Path.of("bpmn", "artifacts", mutant.lifecycle());
        if (Files.isDirectory(schemas)) {
            try (Stream<Path> files = Files.list(schemas)) {
                for (Path file : files.sorted().toList()) {
                    deployment.file("artifacts/" + file.getFileName(), Files.readString(file, StandardCharsets.UTF_8));
                }
            }
        }
        return deployment;
    }
}
