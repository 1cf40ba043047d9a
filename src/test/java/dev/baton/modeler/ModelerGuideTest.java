package dev.baton.modeler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.modeler.GuidePage.Block;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** Executes docs/modeler.md, line by line. */
@DatabaseIndependent
class ModelerGuideTest {

    private static final Pattern ARROW =
            Pattern.compile("<bpmn:sequenceFlow id=\"([^\"]+)\"[^>]* sourceRef=\"([^\"]+)\" targetRef=\"([^\"]+)\"");

    @TempDir
    private Path desk;

    @OnBothDatabases
    void everyStepOfThePageWorks(Baton baton) throws Exception {
        GuidePage page = GuidePage.read(Path.of("docs/modeler.md"));
        assertThat(page.blocks()).extracting(Block::kind).contains("bash", "json", "xml process", "xml picture");
        Path table = Files.createDirectory(desk.resolve(String.valueOf(System.nanoTime())));
        Files.createDirectory(table.resolve("bpmn"));
        Files.copy(Path.of("bpmn/work-queue.bpmn"), table.resolve("bpmn/work-queue.bpmn"));
        String answer = "";
        for (Block block : page.blocks()) {
            if (block.kind().contains(" file=")) {
                Files.writeString(table.resolve(block.kind().replaceFirst(".* file=", "")), block.text());
            } else {
                switch (block.kind()) {
                    case "bash" -> answer = run(table, block.text().replace("http://127.0.0.1:8080", baton.url()));
                    case "json" -> contains(Json.read(answer), Json.read(block.text()), answer);
                    case "xml process" -> draw(table, "(?=<bpmn:textAnnotation)", block.text());
                    case "xml picture" -> draw(table, "(?=</bpmndi:BPMNPlane>)", block.text());
                    default -> throw new AssertionError("nobody knows what to do with ```" + block.kind());
                }
            }
        }
    }

    /** Inserts elements as the Modeler does: before notes, and with incoming and outgoing entries for an arrow. */
    private static void draw(Path table, String place, String elements) throws IOException {
        Path file = table.resolve("team-queue.bpmn");
        String old = Files.readString(file);
        String diagram = old.replaceFirst(place, Matcher.quoteReplacement(elements));
        assertThat(diagram).isNotEqualTo(old);
        for (var arrow : ARROW.matcher(elements).results().toList()) {
            diagram = mention(diagram, arrow.group(2), "outgoing", arrow.group(1));
            diagram = mention(diagram, arrow.group(3), "incoming", arrow.group(1));
        }
        Files.writeString(file, diagram);
    }

    private static String mention(String diagram, String node, String direction, String arrow) {
        Matcher element = Pattern.compile("(?s)<bpmn:(\\w+) id=\"" + node + "\".*?(</bpmn:\\1>)")
                .matcher(diagram);
        assertThat(element.find()).as(node).isTrue();
        int end = element.start(2);
        // BPMN requires incoming before outgoing
        int ways = diagram.substring(element.start(), end).indexOf("<bpmn:outgoing>");
        int place = direction.equals("incoming") && ways >= 0 ? element.start() + ways : end;
        return diagram.substring(0, place)
                + "<bpmn:%s>%s</bpmn:%s>".formatted(direction, arrow, direction)
                + diagram.substring(place);
    }

    private static String run(Path table, String commands) throws Exception {
        Path errors = table.resolve("errors.txt");
        Process bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                .directory(table.toFile())
                .redirectError(errors.toFile())
                .start();
        bash.getOutputStream().close();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(180, TimeUnit.SECONDS)).as(commands).isTrue();
        assertThat(bash.exitValue())
                .as("%s%s%s", commands, said, Files.readString(errors))
                .isZero();
        return said;
    }

    private static void contains(JsonNode answer, JsonNode wanted, String whole) {
        if (wanted.isObject()) {
            wanted.fields().forEachRemaining(field -> contains(answer.path(field.getKey()), field.getValue(), whole));
        } else if (wanted.isArray()) {
            assertThat(answer).as(whole).hasSize(wanted.size());
            for (int i = 0; i < wanted.size(); i++) {
                contains(answer.get(i), wanted.get(i), whole);
            }
        } else {
            assertThat(answer).as(whole).isEqualTo(wanted);
        }
    }
}
