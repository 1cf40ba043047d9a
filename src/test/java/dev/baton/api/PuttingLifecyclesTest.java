package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;
import java.util.function.UnaryOperator;

@DatabaseIndependent
class PuttingLifecyclesTest {

    @OnBothDatabases
    void aChangedDiagramIsTheNextVersionForNewTasks(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String before = baton.create(key);
        JsonNode table = put(
                        baton, "admin", key, ErrandDiagram.diagram(key).replace("name=\"drop\"", "name=\"discard\""))
                .expect(200)
                .json();
        assertThat(table.get("version").asInt()).isEqualTo(2);
        String after = baton.create(key);
        assertThat(baton.task(after).get("version").asInt()).isEqualTo(2);
        baton.as("human").move(after, "discard", "{}").expect(200);
        assertThat(baton.task(before).get("version").asInt()).isEqualTo(1);
        baton.as("human").move(before, "drop", "{}").expect(200);
    }

    @OnBothDatabases
    void everyViolationNamesItsElement(Baton baton) {
        refused(baton, "working", d -> d.replace("<camunda:property name=\"state\" value=\"working\"/>", ""));
        refused(baton, "open__drop", d -> d.replace("name=\"drop\"", "name=\"take\""));
        refused(baton, "open__take", d -> d.replace("value=\"specialist, lead\"", "value=\"wizard\""));
        refused(baton, "open__take", d -> d.replace("value=\"plan\"", "value=\"horoscope\""));
        refused(baton, "checking", d -> d.replace("candidateGroups=\"reviewer\"", "candidateGroups=\"wizards\""));
        refused(baton, "trial_left__yes", d -> d.replace("task.attempts &lt;", "stranger.attempts &lt;"));
        refused(baton, "open_expires", d -> d.replace(">P1D<", "><"));
        refused(baton, "open_expires", d -> d.replace(">P1D<", ">soon<"));
        refused(
                baton,
                "trial_left__yes",
                d -> d.replace("${task.attempts &lt; task.maxAttempts}", "${task.attempts &lt;"));
    }

    @OnBothDatabases
    void anExpressionThatIsNoneIsQuoted(Baton baton) {
        String key = ErrandDiagram.newKey();
        Answer answer = put(
                baton,
                "admin",
                key,
                ErrandDiagram.diagram(key).replace("${task.put('packed', true)}", "${task.put('packed', "));
        assertThat(Problem.of(answer, 422).detail()).contains("${task.put('packed',");
    }

    @OnBothDatabases
    void severalViolationsComeAtOnce(Baton baton) {
        String key = ErrandDiagram.newKey();
        String diagram = ErrandDiagram.diagram(key)
                .replace(" camunda:historyTimeToLive=\"P30D\"", "")
                .replace("name=\"drop\"", "name=\"take\"")
                .replace("value=\"lead, human\"", "value=\"wizard\"");
        Answer answer = put(baton, "admin", key, diagram);
        assertThat(Problem.of(answer, 422).about("element")).contains(key, "open__drop", "cancel");
    }

    @OnBothDatabases
    void theKeyInThePathIsTheProcessId(Baton baton) {
        String key = ErrandDiagram.newKey();
        Answer answer = put(baton, "admin", key, ErrandDiagram.diagram("errand"));
        Problem problem = Problem.of(answer, 422);
        assertThat(problem.about("element")).containsExactly("errand");
        assertThat(problem.detail()).contains(key);
        Problem.of(baton.admin().get("/api/lifecycles/" + key), 404);
    }

    @OnBothDatabases
    void whatIsNoDiagramIsRefused(Baton baton) {
        for (String body : List.of(
                "nonsense",
                "<a/>",
                "<a",
                "{}",
                "<?xml version=\"1.0\"?>",
                ErrandDiagram.diagram("broken").substring(0, 3000))) {
            assertThat(Problem.of(put(baton, "admin", "broken", body), 422).about("element"))
                    .isNotEmpty();
        }
        Problem.of(baton.admin().put("/api/lifecycles/broken", "{}", "application/json"), 415);
        Problem.of(baton.admin().put("/api/lifecycles/broken", null, null), 415);
    }

    @OnBothDatabases
    void aDiagramCannotReadFilesOfTheServer(Baton baton) {
        String key = ErrandDiagram.newKey();
        String diagram = ErrandDiagram.diagram(key)
                .replaceFirst("\\?>", "?><!DOCTYPE x [<!ENTITY secret SYSTEM \"file:///etc/hostname\">]>")
                .replace("name=\"Errand\"", "name=\"Errand\" camunda:versionTag=\"x\"")
                .replaceFirst("A lifecycle that exists", "&secret; A lifecycle that exists");
        Problem.of(put(baton, "admin", key, diagram), 422);
    }

    @OnBothDatabases
    void deployingIsForAdmins(Baton baton) {
        String key = ErrandDiagram.newKey();
        for (String user : List.of("human", "lead", "worker-1", "reviewer-1")) {
            Problem.of(put(baton, user, key, ErrandDiagram.diagram(key)), 403);
            Problem.of(baton.as(user).post("/api/lifecycles/errand/migrations", "{\"from\":1,\"to\":1}"), 403);
        }
        Problem.of(baton.admin().get("/api/lifecycles/" + key), 404);
    }

    private static void refused(Baton baton, String element, UnaryOperator<String> change) {
        String key = ErrandDiagram.newKey();
        String diagram = ErrandDiagram.diagram(key);
        assertThat(change.apply(diagram)).isNotEqualTo(diagram);
        Answer answer = put(baton, "admin", key, change.apply(diagram));
        assertThat(Problem.of(answer, 422).about("element")).contains(element);
        assertThat(Json.list(baton.admin().get("/api/lifecycles").json()))
                .noneMatch(l -> l.get("key").asText().equals(key));
    }

    private static Answer put(Baton baton, String user, String key, String diagram) {
        return baton.as(user).put("/api/lifecycles/" + key, diagram, "application/xml");
    }
}
