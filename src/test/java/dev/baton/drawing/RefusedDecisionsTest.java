package dev.baton.drawing;

import static dev.baton.testing.Tables.deciding;
import static dev.baton.testing.Tables.file;
import static dev.baton.testing.Tables.output;
import static dev.baton.testing.Tables.rule;
import static dev.baton.testing.Tables.sizes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Planted;
import dev.baton.testing.Tables;
import java.util.List;

/** Decision tables and business rule tasks that are not deployed. */
@DatabaseIndependent
class RefusedDecisionsTest {

    private static JsonNode errors(Baton baton, Drawing drawing, String table) {
        return new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("size.dmn", table)
                .send(baton.admin(), "PUT", "/api/lifecycles/" + drawing.key())
                .expect(422)
                .json()
                .get("errors");
    }

    private static void refused(Baton baton, Drawing drawing, String table, String element, String message) {
        JsonNode errors = errors(baton, drawing, table);
        assertThat(errors).as(table + " " + errors).anySatisfy(error -> {
            assertThat(error.get("element").asText()).isEqualTo(element);
            assertThat(error.get("message").asText()).contains(message);
        });
    }

    private static void refused(Baton baton, String table, String element, String message) {
        refused(baton, deciding("singleEntry"), table, element, message);
    }

    private static final String GOOD = sizes("", "-", "1");

    @OnBothDatabases
    void hostileTextsAreRefusedInEveryPlace(Baton baton) {
        int before = Planted.made();
        List<String> feel = List.of(
                Planted.EXPRESSION,
                "function(x) external {java:{class:\"java.lang.System\",method signature:\"exit(int)\"}}",
                "{f: function(x) x}.f",
                "for i in 1..1000000000 return i",
                "some i in 1..1000000000 satisfies i < 0",
                "9**9**9**9",
                "matches(\"aaaaaaaaaaaaaaaaaaaaaaaaa\", \"(a+)+b\")",
                "replace(task.title, \"(a+)+b\", \"\")",
                "/* \" */ execution /* \" */",
                "// x",
                "`task`",
                "execution.id",
                "applicationContext",
                "\"a\\\"",
                "((((((1))))))",
                "1 +",
                "\"" + "x".repeat(600) + "\"");
        List<String> juel = List.of(
                Planted.EXPRESSION,
                "${execution}",
                "${stumble}",
                "${task.title.getClass()}",
                "${task.title['getClass']()}",
                "${''.getClass().forName('java.lang.Runtime')}",
                "${task.put('title', 'mine')}",
                "${task['put']('title', 'mine')}",
                "${unknown()}",
                "${task.");
        for (String text : feel) {
            everywhere(baton, text, "");
        }
        for (String text : juel) {
            everywhere(baton, text, "expressionLanguage=\"juel\" ");
        }
        for (String language :
                List.of("javascript", "groovy", "python", "ruby", "java", "http://www.w3.org/1999/XPath")) {
            everywhere(baton, "1", "expressionLanguage=\"" + language + "\" ");
            refused(
                    baton,
                    GOOD.replace("id=\"file\"", "id=\"file\" expressionLanguage=\"" + language + "\""),
                    "file",
                    "expressionLanguage");
        }
        assertThat(Planted.made()).as("times that planted code ran").isEqualTo(before);
    }

    /** One file with the text in every place where an expression can stand; each of them is named. */
    private static void everywhere(Baton baton, String text, String language) {
        String table = file("", text, output("size"), rule("r", text, text))
                .replace("<inputExpression ", "<inputExpression " + language)
                .replace("<inputEntry ", "<inputEntry " + language)
                .replace("<outputEntry ", "<outputEntry " + language)
                .replace(
                        "</definitions>",
                        "<decision id=\"more\" name=\"m\"><variable id=\"v\" name=\"v\"/><literalExpression id=\"literal\" "
                                + language + ">" + Tables.text(text) + "</literalExpression></decision></definitions>");
        JsonNode errors = errors(baton, deciding("singleEntry"), table);
        assertThat(errors)
                .as(text + " " + errors)
                .extracting(error -> error.get("element").asText())
                .contains("in_value", "r_test", "r_result0", "literal");
    }

    /** Each of them would double the text of the one before. */
    @OnBothDatabases
    void decisionsThatCouldMakeATextWithoutEndAreRefused(Baton baton) {
        StringBuilder chain = new StringBuilder();
        for (int i = 1; i <= 40; i++) {
            String before = i == 1 ? "task.title" : "v" + (i - 1);
            String requires = i == 1
                    ? ""
                    : "<informationRequirement id=\"r" + i + "\"><requiredDecision href=\"#d" + (i - 1)
                            + "\"/></informationRequirement>";
            chain.append("<decision id=\"d" + i + "\" name=\"d\"><variable id=\"n" + i + "\" name=\"v" + i + "\"/>"
                    + requires + "<literalExpression id=\"l" + i + "\">" + Tables.text(before + " + " + before)
                    + "</literalExpression></decision>");
        }
        refused(
                baton,
                GOOD.replace("</definitions>", chain + "</definitions>"),
                "d40",
                "it could add up more than 10000 values");
    }

    @OnBothDatabases
    void whatIsNoTableIsRefused(Baton baton) {
        refused(baton, "<a/>", "size.dmn", "not a DMN file");
        refused(baton, "no XML", "size.dmn", "not a DMN file");
        refused(baton, "<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + GOOD, "size.dmn", "document type");
        refused(baton, Tables.file("<decision id=\"size\" name=\"s\"/>"), "size", "decides nothing");
        refused(
                baton,
                GOOD.replace("</definitions>", "<businessKnowledgeModel id=\"bkm\" name=\"b\"/></definitions>"),
                "bkm",
                "is not allowed");
        refused(baton, sizes("hitPolicy=\"PRIORITY\"", "-", "1"), "table", "the hit policy PRIORITY is not known");
        refused(
                baton,
                sizes("hitPolicy=\"ANY\" aggregation=\"SUM\"", "-", "1"),
                "table",
                "only the hit policy COLLECT has an aggregation: use it, or remove SUM");
        refused(baton, GOOD.replace(" name=\"size\"", ""), "out_size", "has no name");
        refused(
                baton,
                GOOD.replace("id=\"in\"", "id=\"in\" camunda:class=\"x\""),
                "in",
                "camunda:class is not allowed");
    }

    @OnBothDatabases
    void theBusinessRuleTaskSaysWhichDecisionAndWhereItsResultGoes(Baton baton) {
        String ref = "camunda:decisionRef=\"size\" ";
        String field = "camunda:resultVariable=\"size\" ";
        for (String[] wrong : new String[][] {
            {"camunda:decisionRef=\"sise\" " + field, "there is no decision 'sise'"},
            {"camunda:decisionRef=\"${task.x}\" " + field, "written out"},
            {"camunda:decisionRef=\"\" " + field, "written out"},
            {ref, "camunda:resultVariable"},
            {ref + "camunda:resultVariable=\"a b\"", "camunda:resultVariable"},
            {ref + "camunda:resultVariable=\"assignee\"", "no field of the task's data"},
            {ref + field + "camunda:mapDecisionResult=\"all\"", "can only be singleEntry"},
            {ref + field + "camunda:decisionRefBinding=\"latest\"", "can only be 'deployment'"},
            {ref + field + "camunda:decisionRefVersion=\"1\"", "camunda:decisionRefVersion"},
            {ref + field + "camunda:expression=\"${true}\"", "which one counts"},
        }) {
            refused(baton, deciding(wrong[0], ""), GOOD, "odd", wrong[1]);
        }
        refused(
                baton,
                Drawing.passing(Drawing.element("serviceTask", "id=\"odd\" " + ref + field)),
                GOOD,
                "odd",
                "only a business rule task");
        String two = file("", "task.n", output("size") + output("why"), rule("r", "-", "1", "2"));
        refused(baton, two, "odd", "has 2 outputs");
        refused(baton, sizes("hitPolicy=\"COLLECT\"", "-", "1"), "odd", "several rules");
        Refusals.refused(baton, deciding("singleEntry"), "odd", "there is no decision 'size'");
        Drawing reads = deciding("singleEntry");
        reads.draw("odd__done", Drawing.arrow("odd__done", "odd", "choice"))
                .draw("choice", Drawing.element("exclusiveGateway", "id=\"choice\" default=\"choice__no\""))
                .draw("choice__yes", Drawing.arrow("choice__yes", "", "choice", "done", Drawing.when("${size > 1}")))
                .draw("choice__no", Drawing.arrow("choice__no", "choice", "done"));
        refused(baton, reads, GOOD, "choice__yes", "size");
    }

    @OnBothDatabases
    void allMistakesAreNamedAtOnce(Baton baton) {
        String table = sizes("", "foo", "1", "-", "bar()", "< ", "3");
        JsonNode errors = errors(baton, deciding("camunda:decisionRef=\"size\"", ""), table);
        assertThat(errors)
                .extracting(error -> error.get("element").asText())
                .contains("odd", "r0_test", "r2_result0", "r4_test");
        Drawing drawing = deciding("singleEntry");
        JsonNode twice = new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("a.dmn", GOOD)
                .file("b.dmn", GOOD)
                .send(baton.admin(), "PUT", "/api/lifecycles/" + drawing.key())
                .expect(422)
                .json();
        assertThat(twice.toString()).contains("a.dmn", "b.dmn");
    }
}
