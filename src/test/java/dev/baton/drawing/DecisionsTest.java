package dev.baton.drawing;

import static dev.baton.testing.Tables.deciding;
import static dev.baton.testing.Tables.file;
import static dev.baton.testing.Tables.output;
import static dev.baton.testing.Tables.rule;
import static dev.baton.testing.Tables.sizes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tables;
import java.util.List;
import java.util.Map;

/** Business rule tasks decide with tables that are deployed with the diagram. */
@DatabaseIndependent
class DecisionsTest {

    private static Answer put(Baton baton, Drawing drawing, String table) {
        return new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("size.dmn", table)
                .send(baton.admin(), "PUT", "/api/lifecycles/" + drawing.key());
    }

    private static String create(Baton baton, Drawing drawing, String data) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"title\":\"A long walk\",\"data\":%s}"
                                .formatted(drawing.key(), id, data))
                .expect(201);
        return id;
    }

    /** The field {@code size} after the decision. */
    private static String decided(Baton baton, Drawing drawing, String data) {
        String id = create(baton, drawing, data);
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
        return baton.task(id).at("/data/size").toString();
    }

    private static String decided(Baton baton, String shape, String table, String data) {
        Drawing drawing = deciding(shape);
        put(baton, drawing, table).expect(200);
        return decided(baton, drawing, data);
    }

    /** The task stays, and the answer names the element and says why. */
    private static void undecided(Baton baton, Drawing drawing, String data, String why) {
        String id = create(baton, drawing, data);
        Answer answer = baton.admin().move(id, "finish", "{}").expect(422);
        assertThat(answer.body()).contains("odd", "size", why);
        assertThat(baton.state(id)).isEqualTo("open");
        assertThat(baton.task(id).at("/data/size").isMissingNode()).isTrue();
    }

    @OnBothDatabases
    void eachHitPolicyGivesItsResult(Baton baton) {
        String[] rules = {"< 10", "\"small\"", "< 100", "\"middle\"", ">= 100", "\"large\""};
        assertThat(decided(baton, "singleEntry", sizes("hitPolicy=\"FIRST\"", rules), "{\"n\":5}"))
                .isEqualTo("\"small\"");
        assertThat(decided(baton, "collectEntries", sizes("hitPolicy=\"COLLECT\"", rules), "{\"n\":5}"))
                .isEqualTo("[\"small\",\"middle\"]");
        assertThat(decided(baton, "collectEntries", sizes("hitPolicy=\"RULE ORDER\"", rules), "{\"n\":5}"))
                .isEqualTo("[\"small\",\"middle\"]");
        assertThat(decided(baton, "resultList", sizes("hitPolicy=\"COLLECT\"", rules), "{\"n\":5}"))
                .isEqualTo("[{\"size\":\"small\"},{\"size\":\"middle\"}]");
        assertThat(decided(baton, "singleEntry", sizes("", rules), "{\"n\":50}"))
                .as("UNIQUE")
                .isEqualTo("\"middle\"");
        String[] same = {"< 10", "1", "< 100", "1"};
        assertThat(decided(baton, "singleEntry", sizes("hitPolicy=\"ANY\"", same), "{\"n\":5}"))
                .isEqualTo("1");
        for (Map.Entry<String, String> sum :
                Map.of("SUM", "5", "MIN", "2", "MAX", "3", "COUNT", "2").entrySet()) {
            String table = sizes(
                    "hitPolicy=\"COLLECT\" aggregation=\"" + sum.getKey() + "\"",
                    "< 10",
                    "2",
                    "< 100",
                    "3",
                    "> 100",
                    "9");
            assertThat(decided(baton, "singleEntry", table, "{\"n\":5}")).startsWith(sum.getValue());
        }
        String two = file("", "task.n", output("size") + output("why"), rule("r", "[1..9]", "\"small\"", "task.title"));
        assertThat(decided(baton, "singleResult", two, "{\"n\":5}"))
                .isEqualTo("{\"size\":\"small\",\"why\":\"A long walk\"}");
        assertThat(decided(baton, "collectEntries", sizes("hitPolicy=\"COLLECT\"", rules), "{\"n\":\"x\"}"))
                .as("no rule matches")
                .isEqualTo("[]");
    }

    @OnBothDatabases
    void tablesReadTheTaskThePayloadTheActorAndThePolicy(Baton baton) {
        for (String input : List.of(
                "task.title",
                "if actor.id = \"admin\" then \"A long walk\" else \"\"",
                "if policy.nothing = null then task.title else \"\"",
                "if payload.x = null then task.title else \"\"")) {
            String table = file("", input, output("size"), rule("r", "starts with(?, \"A long\")", "count(task.list)"));
            assertThat(decided(baton, "singleEntry", table, "{\"list\":[1,2]}"))
                    .as(input)
                    .isEqualTo("2");
        }
        String juel = file("", "true", output("size"), rule("r", "-", "x"))
                .replace("<outputEntry ", "<outputEntry expressionLanguage=\"juel\" ")
                .replace("[x]", "[${task.title.toUpperCase().concat(actor.id)}]");
        assertThat(decided(baton, "singleEntry", juel, "{}")).isEqualTo("\"A LONG WALKadmin\"");
        String required = Tables.file("<decision id=\"kind\" name=\"kind\"><variable id=\"v\" name=\"kind\"/>"
                + "<literalExpression id=\"l\">" + Tables.text("task.n * 2") + "</literalExpression></decision>"
                + "<decision id=\"size\" name=\"Size\"><informationRequirement id=\"needs\"><requiredDecision"
                + " href=\"#kind\"/></informationRequirement><decisionTable id=\"table\"><input id=\"in\">"
                + "<inputExpression id=\"in_value\">" + Tables.text("kind") + "</inputExpression></input>"
                + output("size") + rule("r", "10", "\"ten\"") + "</decisionTable></decision>");
        assertThat(decided(baton, "singleEntry", required, "{\"n\":5}")).isEqualTo("\"ten\"");
    }

    @OnBothDatabases
    void whatCannotBeDecidedLeavesTheTaskWhereItWas(Baton baton) {
        Drawing drawing = deciding("singleEntry");
        put(baton, drawing, sizes("", "< 10", "\"small\"", "< 5", "\"tiny\"")).expect(200);
        undecided(baton, drawing, "{\"n\":50}", "none of its rules matches");
        undecided(baton, drawing, "{}", "none of its rules matches");
        undecided(baton, drawing, "{\"n\":\"many\"}", "");
        undecided(baton, drawing, "{\"n\":3}", "the rules r0, r2 match, and its hit policy allows one");
        assertThat(decided(baton, drawing, "{\"n\":7}")).isEqualTo("\"small\"");

        Drawing any = deciding("singleEntry");
        put(baton, any, sizes("hitPolicy=\"ANY\"", "< 10", "1", "< 5", "2", "< 20", "1"))
                .expect(200);
        undecided(baton, any, "{\"n\":3}", "the rules r0, r2, r4 match");
        assertThat(decided(baton, any, "{\"n\":7}")).isEqualTo("1");

        Drawing sum = deciding("singleEntry");
        put(baton, sum, sizes("hitPolicy=\"COLLECT\" aggregation=\"SUM\"", "< 10", "1", "< 5", "\"two\""))
                .expect(200);
        undecided(baton, sum, "{\"n\":3}", "they are not all numbers");

        Drawing typed = deciding("singleEntry");
        put(baton, typed, sizes("", "< 10", "\"small\"").replace("\"in_value\"", "\"in_value\" typeRef=\"integer\""))
                .expect(200);
        undecided(baton, typed, "{\"n\":\"many\"}", "many");
        undecided(baton, typed, "{\"n\":[1]}", "");

        Drawing juel = deciding("singleEntry");
        put(
                        baton,
                        juel,
                        file("", "true", output("size"), rule("r", "-", "task.n.size()"))
                                .replace("<outputEntry ", "<outputEntry expressionLanguage=\"juel\" "))
                .expect(200);
        undecided(baton, juel, "{\"n\":1}", "size");
        assertThat(decided(baton, juel, "{\"n\":[1,2,3]}")).isEqualTo("3");
    }

    @OnBothDatabases
    void aVersionKeepsItsTable(Baton baton) {
        Drawing drawing = deciding("singleEntry");
        put(baton, drawing, sizes("", "-", "1")).expect(200);
        String first = create(baton, drawing, "{}");
        JsonNode same = put(baton, drawing, sizes("", "-", "1")).expect(200).json();
        assertThat(same.get("changed").asBoolean()).isFalse();
        JsonNode second = put(baton, drawing, sizes("", "-", "2")).expect(200).json();
        assertThat(second.get("version").asInt()).isEqualTo(2);

        assertThat(decided(baton, drawing, "{}")).isEqualTo("2");
        baton.admin().move(first, "finish", "{}").expect(200);
        assertThat(baton.task(first).at("/data/size").asInt()).isEqualTo(1);

        Drawing other = deciding("singleEntry");
        put(baton, other, sizes("", "-", "3")).expect(200);
        assertThat(decided(baton, drawing, "{}"))
                .as("another lifecycle's table of the same id")
                .isEqualTo("2");

        drawing.draw("note", "<bpmn:textAnnotation id=\"note\"><bpmn:text>n</bpmn:text></bpmn:textAnnotation>");
        JsonNode third = baton.admin()
                .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                .expect(200)
                .json();
        assertThat(third.get("version").asInt()).isEqualTo(3);
        assertThat(decided(baton, drawing, "{}"))
                .as("the table of the version before")
                .isEqualTo("2");
    }

    @OnBothDatabases
    void theModelerDeploysTablesAsAdditionalFiles(Baton baton) {
        Drawing drawing = deciding("singleEntry");
        new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("any.dmn", sizes("", "-", "7"))
                .by(baton.admin())
                .expect(200);
        assertThat(decided(baton, drawing, "{}")).isEqualTo("7");
        JsonNode check = new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("any.dmn", sizes("", "for x in 1..9", "7"))
                .send(baton.as("intern"), "POST", "/api/lifecycles/check")
                .expect(200)
                .json();
        assertThat(check.get("valid").asBoolean()).isFalse();
        assertThat(check.get("violations").toString()).contains("r0_test", "'for'");
        String alone = new Deployment()
                .file("any.dmn", sizes("", "-", "7"))
                .by(baton.admin())
                .expect(400)
                .body();
        assertThat(alone).contains("together with the diagram");
    }
}
