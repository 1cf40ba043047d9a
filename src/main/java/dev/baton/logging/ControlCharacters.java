package dev.baton.logging;

/**
 * Escapes characters that would let text from a caller end a line of the log, steer the terminal that shows it, or change
 * the order in which it is read.
 */
final class ControlCharacters {

    private ControlCharacters() {}

    static String escape(String text) {
        if (text == null || text.chars().noneMatch(c -> escaped((char) c))) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair && !invisible(text.codePointAt(i))) {
                safe.append(c).append(text.charAt(++i));
            } else if (escaped(c)) {
                append(safe, c);
            } else {
                safe.append(c);
            }
        }
        return safe.toString();
    }

    private static void append(StringBuilder safe, char c) {
        switch (c) {
            case '\n' -> safe.append("\\n");
            case '\r' -> safe.append("\\r");
            default -> safe.append("\\u").append(String.format("%04x", (int) c));
        }
    }

    /** Tabs are allowed. Surrogates are checked in pairs. */
    private static boolean escaped(char c) {
        return c != '\t' && (Character.isISOControl(c) || Character.isSurrogate(c) || invisible(c));
    }

    /** Line and paragraph separators, and format characters: those for text direction, zero width, tags. */
    private static boolean invisible(int character) {
        int type = Character.getType(character);
        return type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR || type == Character.FORMAT;
    }
}
