package dev.baton.lifecycle;

/** Distinguishes expressions from plain values in the text of a diagram. */
public final class ExpressionText {

    private ExpressionText() {}

    public static boolean isExpression(String text) {
        return text.contains("${") || text.contains("#{");
    }
}
