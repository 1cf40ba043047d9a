package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Prints tables, fields and JSON; texts of the server without control characters. */
final class Output {

    private static final int WIDEST = 60;

    private final PrintWriter out;

    Output(PrintWriter out) {
        this.out = out;
    }

    void line(String text) {
        out.println(Printable.line(text));
        out.flush();
    }

    void text(String text) {
        out.println(Printable.text(text));
        out.flush();
    }

    void json(JsonNode document) {
        out.println(document.toPrettyString());
        out.flush();
    }

    /** One document in one line, for streams. */
    void jsonLine(JsonNode document) {
        out.println(document.toString());
        out.flush();
    }

    void field(String name, Object value) {
        String text = value == null ? "" : value.toString();
        if (!text.isBlank()) {
            line(String.format("%-12s %s", name, Printable.line(text)));
        }
    }

    void table(List<String> heads, List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>();
        all.add(heads);
        rows.forEach(row -> all.add(row.stream()
                .map(cell -> Printable.cut(Printable.line(cell), WIDEST))
                .toList()));
        int[] widths = new int[heads.size()];
        all.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        all.forEach(row -> line(row(row, widths)));
    }

    private static String row(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(String.format("%-" + Math.max(1, widths[i]) + "s  ", cells.get(i)));
        }
        return line.toString().stripTrailing();
    }

    /** A value as text: lists separated by commas, null as nothing. */
    static String text(JsonNode value) {
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(text(item.isObject() && item.has("id") ? item.get("id") : item)));
            return String.join(", ", items);
        }
        return value.isNull() || value.isMissingNode() ? "" : value.isValueNode() ? value.asText() : value.toString();
    }
}
