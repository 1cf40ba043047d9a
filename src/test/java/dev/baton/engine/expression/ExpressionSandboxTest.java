package dev.baton.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.engine.expression.HostileExpressions.Place;
import dev.baton.engine.instance.Stumble;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Planted;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.camunda.bpm.dmn.feel.impl.FeelException;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.repository.ProcessDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Diagrams, also those deployed before there was a sandbox, can't access the server's internals. */
@DatabaseIndependent
public class ExpressionSandboxTest {

    @BeforeEach
    void delegatesWork() {
        Stumble.stone = false;
    }

    @AfterEach
    void delegatesFail() {
        Stumble.stone = true;
    }

    @OnBothDatabases
    void aHostileExpressionIsRefusedWhenItIsDeployedOrWhenItRuns(Baton baton) {
        HostileExpressions.ALL.forEach(expression -> deployAndRun(baton, HostileExpressions.PLACES.get(0), expression));
    }

    @OnBothDatabases
    void thatGoesForEveryPlaceWhereAnExpressionCanStand(Baton baton) {
        for (Place place : HostileExpressions.PLACES) {
            deployAndRun(baton, place, Planted.EXPRESSION);
            deployAndRun(baton, place, "${execution.id}");
            deployAndRun(baton, place, "${task.title.class}");
            List<String> unreadable = HostileExpressions.UNREADABLE;
            deployAndRun(baton, place, unreadable.get(HostileExpressions.PLACES.indexOf(place) % unreadable.size()));
        }
    }

    private static void deployAndRun(Baton baton, Place place, String expression) {
        int before = Planted.made();
        String key = newKey();
        Answer deployed = put(baton, key, place.with(expression, key));
        if (deployed.status() != 422) {
            deployed.expect(200);
            String id = baton.create(key);
            refused(baton.admin().move(id, "finish", "{}"), place.name() + " " + expression);
            remove(baton, id);
        }
        assertThat(Planted.made()).as("times that planted code ran").isEqualTo(before);
    }

    /** The sandbox works without the check at deployment: every expression at the first place, some at each of the others. */
    @Test
    void aHostileExpressionThatTheDatabaseAlreadyHoldsIsRefusedWhenItRuns() {
        Baton baton = Baton.on(Database.H2);
        int before = Planted.made();
        List<Place> places = HostileExpressions.PLACES;
        for (Place place : places) {
            String key = newKey();
            put(baton, key, place.with(place.good(), key)).expect(200);
            baton.admin().move(baton.create(key), "finish", "{}").expect(200);
            String id = baton.create(key);
            int first = places.indexOf(place);
            for (int i = first; i < HostileExpressions.ALL.size(); i += first == 0 ? 1 : places.size()) {
                String expression = HostileExpressions.ALL.get(i);
                overwrite(baton, key, place.with(expression, key));
                refused(baton.admin().move(id, "finish", "{}"), place.name() + " " + expression);
            }
            assertThat(baton.state(id)).isEqualTo("open");
            remove(baton, id);
        }
        assertThat(Planted.made()).as("times that planted code ran").isEqualTo(before);
    }

    @OnBothDatabases
    void codeInADiagramIsRefusedWithItsElement(Baton baton) {
        int before = Planted.made();
        for (Drawing drawing : HostileExpressions.code()) {
            JsonNode problem =
                    put(baton, drawing.key(), drawing.xml()).expect(422).json();
            assertThat(problem.get("errors"))
                    .as(problem.toString())
                    .extracting(error -> error.get("element").asText())
                    .allMatch(element ->
                            List.of("odd", "odd__open", drawing.key()).contains(element));
            assertThat(problem.get("detail").asText()).contains("is not allowed: ");
            new Deployment()
                    .file(drawing.key() + ".bpmn", drawing.xml())
                    .file("x.groovy", "1")
                    .by(baton.admin())
                    .expect(400);
        }
        assertThat(Planted.made()).isEqualTo(before);
    }

    @Test
    void codeThatTheDatabaseAlreadyHoldsDoesNotRun() {
        Baton baton = Baton.on(Database.H2);
        int before = Planted.made();
        for (Drawing drawing : HostileExpressions.storedCode()) {
            Drawing good =
                    HostileExpressions.way(HostileExpressions.service("camunda:expression=\"${true}\""), drawing.key());
            put(baton, good.key(), good.xml()).expect(200);
            String id = baton.create(good.key());
            overwrite(baton, good.key(), drawing.xml());
            refused(baton.admin().move(id, "finish", "{}"), drawing.xml());
            assertThat(baton.state(id)).isEqualTo("open");
            overwrite(baton, good.key(), good.xml());
            baton.admin().move(id, "finish", "{}").expect(200);
        }
        assertThat(Planted.made()).as("times that planted code ran").isEqualTo(before);
        assertThat(Files.exists(HostileExpressions.TOUCHED)).isFalse();
    }

    @OnBothDatabases
    void casesAreNotDeployed(Baton baton) {
        for (String file : List.of("a.cmmn", "a.cmmn10.xml", "a.cmmn11.xml")) {
            JsonNode problem = new Deployment()
                    .file(file, "<a/>")
                    .by(baton.admin())
                    .expect(400)
                    .json();
            assertThat(problem.toString()).contains("have no place in a lifecycle");
        }
    }

    @OnBothDatabases
    void aDecisionTableRunsInTheSameSandbox(Baton baton) {
        var engine = (ProcessEngineConfigurationImpl) baton.engine().getProcessEngineConfiguration();
        int before = Planted.made();
        for (String language : List.of("juel", "javascript", "groovy", "python")) {
            for (String text : List.of(Planted.EXPRESSION, "${execution}", "${stumble}", "${x.class}", "${y}")) {
                assertThatThrownBy(() -> engine.getCommandExecutorTxRequired()
                                .execute(context -> engine.getDmnEngine()
                                        .evaluateDecisionTable("d", table(language, text), Map.of("x", 1))))
                        .as(language + " " + text)
                        .isInstanceOf(RuntimeException.class);
            }
        }
        assertThat(Planted.made()).as("times that planted code ran").isEqualTo(before);
    }

    @OnBothDatabases
    void feelCallsNoJava(Baton baton) {
        var engine = (ProcessEngineConfigurationImpl) baton.engine().getProcessEngineConfiguration();
        String text = "{f: function(a, b) external {java: {class: \"java.lang.System\", method signature:"
                + " \"setProperty(java.lang.String, java.lang.String)\"}}, r: f(\"baton.planted\", \"yes\")}.r";
        try {
            engine.getCommandExecutorTxRequired()
                    .execute(
                            context -> engine.getDmnEngine().evaluateDecisionTable("d", table("feel", text), Map.of()));
        } catch (RuntimeException e) {
            assertThat(e).isInstanceOf(FeelException.class);
        }
        assertThat(System.getProperty("baton.planted")).isNull();
    }

    private static InputStream table(String language, String text) {
        return new ByteArrayInputStream("""
                <definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="ds" name="ds" namespace="n">
                <decision id="d" name="d"><decisionTable id="t">
                <output id="o" label="o" name="o" typeRef="string"/>
                <rule id="r"><outputEntry id="e" expressionLanguage="%s"><text><![CDATA[%s]]></text></outputEntry></rule>
                </decisionTable></decision></definitions>""".formatted(language, text).getBytes(StandardCharsets.UTF_8));
    }

    @OnBothDatabases
    void whatDiagramsNeedIsThere(Baton baton) {
        for (String expression : List.of(
                "${task.title.toLowerCase().startsWith('water')}",
                "${task.title.length() == 16 && task.title.substring(0, 5).concat('y') == 'Watery'}",
                "${task.n + 1 == 3 && task.n.intValue() == 2}",
                "${task.list[0] == 'a' && task.list.get(1) == 'b' && task.list.size() == 2}",
                "${task.list.contains('b') && not task.list.contains('c')}",
                "${task.map.inner.x == 1 && task['map']['inner'].get('x') == 1 && task.map.containsKey('inner')}",
                "${empty task.nothing && empty task.nothing.more && task.list[7] == null}",
                "${payload.ok == true && payload.class == 'first'}",
                "${actor.id == 'admin' && actor.groups.contains('admin')}",
                "${now().time > 0 && now().after(now()) == false}",
                "${dateTime().plusDays(1).toDate().after(now())}",
                "${empty policy.nothing.here ? true : false}")) {
            Place condition = HostileExpressions.PLACES.get(0);
            String key = newKey();
            put(baton, key, condition.with(expression, key)).expect(200);
            String id = Baton.newId();
            baton.admin().post("/api/tasks", """
                            {"lifecycle":"%s","id":"%s","title":"Water the plants",
                             "data":{"n":2,"list":["a","b"],"map":{"inner":{"x":1}}}}""".formatted(key, id)).expect(201);
            baton.admin()
                    .move(id, "finish", expression.contains("payload") ? "{\"ok\":true,\"class\":\"first\"}" : "{}")
                    .expect(200);
            assertThat(baton.state(id)).as(expression).isEqualTo("open");
            remove(baton, id);
        }
    }

    private static String newKey() {
        return "sandbox-" + UUID.randomUUID().toString().substring(0, 8);
    }

    private static Answer put(Baton baton, String key, String xml) {
        return baton.admin().put("/api/lifecycles/" + key, xml, "application/xml");
    }

    private static void refused(Answer answer, String what) {
        assertThat(answer.status()).as(what + " answered " + answer.body()).isBetween(400, 499);
    }

    private static void remove(Baton baton, String id) {
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"tidy\"}").expect(204);
    }

    /** Replaces a deployed diagram in the database, without checks, as if an earlier version had accepted it. */
    public static void overwrite(Baton baton, String key, String xml) {
        ProcessDefinition definition = baton.engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKey(key)
                .latestVersion()
                .singleResult();
        int files = baton.sql()
                .sql("UPDATE act_ge_bytearray SET bytes_=? WHERE deployment_id_=? AND name_=?")
                .params(
                        xml.getBytes(StandardCharsets.UTF_8),
                        definition.getDeploymentId(),
                        definition.getResourceName())
                .update();
        assertThat(files).isEqualTo(1);
        ((ProcessEngineConfigurationImpl) baton.engine().getProcessEngineConfiguration())
                .getDeploymentCache()
                .discardProcessDefinitionCache();
    }
}
