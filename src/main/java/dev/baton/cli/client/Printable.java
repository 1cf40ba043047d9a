package dev.baton.cli.client;

/** Text of others on its way to a terminal or a log: without control characters, which could rewrite the screen. */
public final class Printable {

    private Printable() {}

    /** One line. */
    public static String line(String text) {
        return text == null ? "" : text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", " ");
    }

    /** The same with line breaks and tabs. */
    public static String text(String text) {
        return text == null ? "" : text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]", " ");
    }

    public static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }

    /** The last characters. */
    public static String end(String text, int length) {
        return text.length() <= length ? text : "…" + text.substring(text.length() - length + 1);
    }
}
