package dev.baton.lifecycle;

/** Tells expressions in the text of a diagram from values that are written out. */
public final class ExpressionText {

    private ExpressionText() {}

    public static boolean isExpression(String text) {
        return text.contains("${") || text.contains("#{");
    }
}
