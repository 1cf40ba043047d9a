package dev.baton.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.Documentation;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lifecycle has a page, and its table says what the deployed diagram says. */
class PagesTest {

    private static final Path PAGES = Path.of("docs", "lifecycles");
    private static final String UPDATE = "mvn test -Dtest=PagesTest -Dpages.update=true";
    private static final String BEGIN = "<!-- read off the diagram by " + UPDATE + " -->";
    private static final String END = "<!-- until here -->";

    static Stream<String> keys() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("bpmn"))) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".bpmn"))
                    .map(name -> name.substring(0, name.length() - ".bpmn".length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void thePageSaysWhatTheDiagramSays(String key) throws IOException {
        Baton baton = Baton.on(Database.H2);
        DeployedLifecycle deployed = shipped(baton, key);
        BpmnModelInstance model = baton.engine().getRepositoryService().getBpmnModelInstance(deployed.definitionId());
        String part = BEGIN + "\n" + new GeneratedPart(deployed, model).markdown() + "\n" + END;
        Path page = PAGES.resolve(key + ".md");
        if (Boolean.getBoolean("pages.update")) {
            Files.createDirectories(PAGES);
            Files.writeString(page, with(part, Files.exists(page) ? Files.readString(page) : blank(model)));
        }
        assertThat(page).as("make it with " + UPDATE).exists();
        assertThat(Files.readString(page))
                .as(page + "; if the change of the diagram is meant, run " + UPDATE)
                .contains(part);
        assertThat(PAGES.resolve(key + ".svg"))
                .as("make it with node tools/diagrams/render.mjs bpmn/" + key + ".bpmn")
                .exists();
    }

    /** The first version is the folder's; other tests may have deployed theirs after it. */
    private static DeployedLifecycle shipped(Baton baton, String key) {
        return baton.bean(Lifecycles.class).version(key, 1).orElseThrow();
    }

    private static String blank(BpmnModelInstance model) {
        Process process = model.getModelElementsByType(Process.class).iterator().next();
        String about = process.getDocumentations().stream()
                .map(Documentation::getTextContent)
                .findFirst()
                .orElse("");
        return "# " + process.getName() + "\n\n" + about.strip() + "\n";
    }

    /** In place of the old part, or at the end of the text before the first section. */
    private static String with(String part, String page) {
        int begin = page.indexOf("<!-- read off the diagram");
        int end = page.indexOf(END);
        if (begin >= 0 && end > begin) {
            return page.substring(0, begin) + part + page.substring(end + END.length());
        }
        int section = page.indexOf("\n## ");
        int at = section < 0 ? page.length() : section + 1;
        return page.substring(0, at) + (section < 0 ? "\n" : "") + part + "\n" + (section < 0 ? "" : "\n")
                + page.substring(at);
    }
}
