package dev.baton.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.lifecycle.Vocabulary;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** docs/diagrams.md has every word of the vocabulary, each with an example that can be deployed. */
class DiagramPageTest {

    private static final Path PAGE = Path.of("docs", "diagrams.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^(?:\\*\\*`(\\w+)`\\*\\*[^\\n]*\\n\\n)?```xml\\n(.*?)^```$");
    private static final Pattern RULE = Pattern.compile("(?m)^\\| `(\\w+)` \\|");
    private static final Set<String> BESIDE = Set.of("message", "error");
    private static final String NAMESPACES = "xmlns:bpmn=\"http://www.omg.org/spec/BPMN/20100524/MODEL\""
            + " xmlns:camunda=\"http://camunda.org/schema/1.0/bpmn\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void everyWordHasAnExampleThatCanBeDeployed() throws Exception {
        Set<String> words = new TreeSet<>();
        for (String section : sections()) {
            Drawing drawing = Drawing.good();
            Matcher example = EXAMPLE.matcher(section);
            while (example.find()) {
                draw(drawing, example.group(2));
                deploy(drawing);
                String word = example.group(1);
                if (word != null) {
                    assertThat(example.group(2)).contains("name=\"" + word + "\"");
                    words.add(word);
                }
            }
        }
        assertThat(words)
                .isEqualTo(Vocabulary.words().stream()
                        .map(Vocabulary.Word::name)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theDiagramsInThePicturesCanBeDeployed() throws IOException {
        baton.deploy("subtasks", Files.readString(Path.of("docs", "diagrams", "subtasks.bpmn")));
        baton.deploy("small", Files.readString(Path.of("docs", "diagrams", "small.bpmn")));
        String id = baton.create("small");
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @Test
    void taskPutWritesIntoTheTasksData() throws Exception {
        Drawing drawing = Drawing.good();
        Matcher example = EXAMPLE.matcher(section("Writing data"));
        assertThat(example.find()).isTrue();
        draw(drawing, example.group(2));
        String id = baton.create(drawing);
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        assertThat(baton.task(id).at("/data/outcome").asText()).isEqualTo("finished");
    }

    @Test
    void aGroupThatAnAdminMakesCanBeNamed() {
        String group = "auditor" + Baton.newId().replaceAll("\\W", "");
        Drawing drawing = Drawing.guarded("roles", group);
        Refusals.refused(baton, drawing, "open__finish", "'" + group + "' is no group: create it first");
        baton.admin()
                .post("/engine-rest/group/create", "{\"id\":\"" + group + "\",\"name\":\"x\",\"type\":\"WORKFLOW\"}")
                .expect(204);
        baton.admin()
                .put("/engine-rest/group/" + group + "/members/human", "", "application/json")
                .expect(204);
        try {
            String id = baton.create(drawing);
            baton.as("worker-1").move(id, "finish", "{}").expect(403);
            baton.as("human").move(id, "finish", "{}").expect(200);
        } finally {
            baton.admin().delete("/engine-rest/group/" + group, "").expect(204);
        }
    }

    @Test
    void theServerHasTheRulesOfThePage() throws IOException {
        JsonNode vocabulary = baton.as("worker-1")
                .get("/api/lifecycles/vocabulary")
                .expect(200)
                .json();
        List<String> rules = RULE.matcher(section("What `needs`"))
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(rules).hasSizeGreaterThan(3);
        assertThat(Json.texts(vocabulary.get("rules"))).containsAll(rules);
    }

    private void deploy(Drawing drawing) {
        assertThat(baton.admin()
                        .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                        .status())
                .as(drawing.xml())
                .isIn(200, 201);
    }

    private static List<String> sections() throws IOException {
        String page = Files.readString(PAGE);
        return List.of(page.substring(page.indexOf("## Word by word")).split("(?m)^### "));
    }

    private static String section(String title) throws IOException {
        return sections().stream()
                .filter(section -> section.startsWith(title))
                .findFirst()
                .orElseThrow();
    }

    /** Puts the elements of an example into the diagram, in the place of those with the same ids. */
    private static void draw(Drawing drawing, String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Element all = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader("<all " + NAMESPACES + ">" + xml + "</all>")))
                .getDocumentElement();
        List<Element> elements = new ArrayList<>();
        for (Node node = all.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                elements.add(element);
            }
        }
        assertThat(elements).isNotEmpty();
        for (Element element : elements) {
            if (BESIDE.contains(element.getLocalName())) {
                drawing.beside(text(element));
            } else {
                drawing.draw(element.getAttribute("id"), text(element));
            }
        }
    }

    private static String text(Element element) throws Exception {
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter text = new StringWriter();
        transformer.transform(new DOMSource(element), new StreamResult(text));
        return text.toString();
    }
}
