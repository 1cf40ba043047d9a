package dev.baton.testing;

/** Decision tables as text, for diagrams whose element {@code odd} makes the decision. */
public final class Tables {

    private Tables() {}

    /** A file with the decision {@code size}; rules are the XML of rules. */
    public static String file(String hitPolicy, String input, String output, String... rules) {
        return file("<decision id=\"size\" name=\"Size\"><decisionTable id=\"table\" " + hitPolicy + ">"
                + "<input id=\"in\"><inputExpression id=\"in_value\">" + text(input) + "</inputExpression></input>"
                + output + String.join("", rules) + "</decisionTable></decision>");
    }

    /** Decides by {@code task.n}: one output {@code size}, FEEL tests and results in turn. */
    public static String sizes(String hitPolicy, String... testsAndResults) {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < testsAndResults.length; i += 2) {
            rules.append(rule("r" + i, testsAndResults[i], testsAndResults[i + 1]));
        }
        return file(hitPolicy, "task.n", output("size"), rules.toString());
    }

    public static String file(String decisions) {
        return "<definitions xmlns=\"https://www.omg.org/spec/DMN/20191111/MODEL/\""
                + " xmlns:camunda=\"http://camunda.org/schema/1.0/dmn\" id=\"file\" name=\"file\" namespace=\"n\">"
                + decisions + "</definitions>";
    }

    public static String output(String name) {
        return "<output id=\"out_" + name + "\" name=\"" + name + "\"/>";
    }

    public static String rule(String id, String test, String... results) {
        StringBuilder rule = new StringBuilder(
                "<rule id=\"" + id + "\"><inputEntry id=\"" + id + "_test\">" + text(test) + "</inputEntry>");
        for (int i = 0; i < results.length; i++) {
            rule.append("<outputEntry id=\"")
                    .append(id)
                    .append("_result")
                    .append(i)
                    .append("\">")
                    .append(text(results[i]))
                    .append("</outputEntry>");
        }
        return rule.append("</rule>").toString();
    }

    public static String text(String text) {
        return "<text><![CDATA[" + text + "]]></text>";
    }

    /** A lifecycle that keeps the decision {@code size} in the field {@code size} on the way from open to done. */
    public static Drawing deciding(String shape) {
        return deciding(
                "camunda:decisionRef=\"size\" camunda:resultVariable=\"size\" camunda:mapDecisionResult=\"" + shape
                        + "\"",
                "");
    }

    /** @param content what the business rule task {@code odd} contains */
    public static Drawing deciding(String attributes, String content) {
        return Drawing.passing(Drawing.element("businessRuleTask", "id=\"odd\" " + attributes, content));
    }
}
