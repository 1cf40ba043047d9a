package dev.baton.cli.worker;

import dev.baton.cli.client.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The end of what a command prints. Bounded, however much that is and however long its lines are. */
final class OutputTail {

    private static final int LONGEST_LINE = 4_000;

    private final int capacity;
    private final StringBuilder kept = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private String lastLine = "";

    OutputTail(int capacity) {
        this.capacity = capacity;
    }

    /** Reads until the stream ends. */
    void readAll(InputStream stream, Consumer<String> lines) {
        try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            char[] buffer = new char[8192];
            for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
                add(buffer, read, lines);
            }
        } catch (IOException e) {
            // the process was killed
        }
        add(new char[] {'\n'}, line.isEmpty() ? 0 : 1, lines);
    }

    private void add(char[] text, int length, Consumer<String> lines) {
        for (int i = 0; i < length; i++) {
            if (text[i] == '\n' || text[i] == '\r' || line.length() >= LONGEST_LINE) {
                finishLine(lines);
            }
            if (text[i] != '\n' && text[i] != '\r') {
                line.append(text[i]);
            }
        }
    }

    private void finishLine(Consumer<String> lines) {
        String text = Printable.line(line.toString()).stripTrailing();
        line.setLength(0);
        if (!text.isBlank()) {
            keep(text);
            lines.accept(text);
        }
    }

    synchronized void keep(String text) {
        lastLine = text;
        kept.append(text).append('\n');
        if (kept.length() > 2 * capacity) {
            kept.delete(0, kept.length() - capacity);
        }
    }

    synchronized String lastLine() {
        return lastLine;
    }

    synchronized String text() {
        return Printable.end(kept.toString().strip(), capacity);
    }
}
