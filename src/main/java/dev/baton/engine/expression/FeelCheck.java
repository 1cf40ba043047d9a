package dev.baton.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.camunda.feel.FeelEngine;

/**
 * Checks the FEEL texts of decision tables. Only a part of the language is allowed: values, comparisons, arithmetic and listed
 * functions. What can take time or memory out of proportion to its input is left out: loops, powers, functions of one's own,
 * regular expressions.
 */
public final class FeelCheck {

    private static final int MAX_LENGTH = 500;
    private static final int MAX_DEPTH = 5;

    private static final Set<String> WORDS =
            Set.of("true", "false", "null", "and", "or", "not", "in", "between", "if", "then", "else");

    private static final List<String> FUNCTIONS = List.of(
            "not",
            "contains",
            "starts with",
            "ends with",
            "string length",
            "lower case",
            "upper case",
            "list contains",
            "count",
            "min",
            "max",
            "sum",
            "floor",
            "ceiling",
            "abs",
            "date",
            "date and time",
            "duration");

    /** Strings have no escapes, so that this and the parser agree on where they end. */
    private static final Pattern TOKEN = Pattern.compile("\\s+|(?<text>\"[^\"\\\\]*\")|\\d+(?:\\.\\d+)?|(?<call>(?:"
            + String.join("|", FUNCTIONS) + ")(?=\\s*\\())|(?<name>[A-Za-z_]\\w*)"
            + "|(?<sign>\\.\\.|<=|>=|!=|\\*(?![*/])|/(?![*/])|[-<>=+(),.?\\[\\]])");

    private static final FeelEngine PARSER =
            new FeelEngine.Builder().enableExternalFunctions(false).build();

    private final String text;
    private final Predicate<String> isName;
    private final List<String> faults = new ArrayList<>();

    private FeelCheck(String text, Predicate<String> isName) {
        this.text = text;
        this.isName = isName;
    }

    /** What is wrong with an expression. */
    public static List<String> expression(String text, Predicate<String> isName) {
        FeelCheck check = new FeelCheck(text.strip(), isName);
        if (check.readable() && PARSER.parseExpression(check.text).isLeft()) {
            check.report("the FEEL expression '" + check.text + "' can't be read");
        }
        return check.faults;
    }

    /** What is wrong with the tests in a cell of an input column. */
    public static List<String> tests(String text, Predicate<String> isName) {
        FeelCheck check = new FeelCheck(text.strip(), isName);
        if (!check.text.isEmpty()
                && check.readable()
                && PARSER.parseUnaryTests(check.text).isLeft()) {
            check.report("the FEEL tests '" + check.text + "' can't be read");
        }
        return check.faults;
    }

    private boolean readable() {
        if (text.length() > MAX_LENGTH) {
            report("it is too long: at most " + MAX_LENGTH + " characters");
            return false;
        }
        Matcher token = TOKEN.matcher(text);
        int depth = 0;
        String before = "";
        while (token.lookingAt()) {
            String found = token.group();
            depth += found.equals("(") || found.equals("[") ? 1 : found.equals(")") || found.equals("]") ? -1 : 0;
            if (Math.abs(depth) > MAX_DEPTH) {
                report("it is nested too deeply: at most " + MAX_DEPTH + " brackets in one another");
                return false;
            }
            if (token.group("name") != null) {
                checkName(found, before, text.substring(token.end()).stripLeading());
            }
            before = found.isBlank() ? before : found;
            token.region(token.end(), text.length());
        }
        if (token.regionStart() < text.length()) {
            report("FEEL in a decision can't have '" + text.charAt(token.regionStart())
                    + "' here: values, comparisons, + - * / and these functions are allowed: "
                    + String.join(", ", FUNCTIONS));
        }
        return faults.isEmpty();
    }

    private void checkName(String name, String before, String after) {
        if (after.startsWith("(") && !WORDS.contains(name)) {
            report("it calls '" + name + "'; the functions that it can call are " + String.join(", ", FUNCTIONS));
        } else if (!before.equals(".") && !WORDS.contains(name) && !isName.test(name)) {
            report("it uses '" + name + "': decisions know task, payload, actor and policy; texts stand in \"quotes\"");
        }
    }

    private void report(String fault) {
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }
}
