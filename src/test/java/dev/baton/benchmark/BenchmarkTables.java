package dev.baton.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The results as Markdown. */
record BenchmarkTables(PrintStream out) {

    private static final String BATON = "**Baton**";

    void print(
            Map<Contender, List<Turn>> turns,
            Map<Integer, Map<Contender, List<Turn>>> byConnections,
            Map<Contender, Long> idleMegabytes)
            throws IOException {
        lives(turns);
        steps(turns);
        latencies(byConnections);
        starts(idleMegabytes);
        out.flush();
    }

    private void lives(Map<Contender, List<Turn>> turns) {
        line(
                "system",
                "lives/s",
                "range",
                "Baton ÷ it (range of the turns)",
                "CPU ms a life, server + database",
                "WAL a life");
        line("---", "---", "---", "---", "---", "---");
        List<Turn> baton = of(turns, BATON);
        turns.forEach((contender, measured) -> {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < baton.size(); i++) {
                ratios.add(baton.get(i).rate() / measured.get(i).rate());
            }
            List<Double> rates = measured.stream().map(Turn::rate).sorted().toList();
            line(
                    contender.name(),
                    format("%.0f", median(rates)),
                    format("%.0f–%.0f", rates.get(0), rates.get(rates.size() - 1)),
                    baton.isEmpty()
                            ? ""
                            : format(
                                    "%.2f (%.2f–%.2f)",
                                    median(ratios),
                                    ratios.stream().sorted().toList().get(0),
                                    ratios.stream().sorted().toList().get(ratios.size() - 1)),
                    format("%.2f + %.2f", median(measured, Turn::serverMillis), median(measured, Turn::databaseMillis)),
                    format("%.1f kB", median(measured, Turn::walBytes) / 1000));
        });
    }

    private void steps(Map<Contender, List<Turn>> turns) {
        out.printf("%nTime of a step in ms, p50 / p99:%n%n");
        Set<String> steps = new LinkedHashSet<>();
        turns.values().forEach(measured -> steps.addAll(measured.get(0).times().keySet()));
        List<String> head = new ArrayList<>(List.of("system"));
        head.addAll(steps);
        line(head.toArray(String[]::new));
        line(head.stream().map(name -> "---").toArray(String[]::new));
        turns.forEach((contender, measured) -> {
            List<String> cells = new ArrayList<>(List.of(contender.name()));
            for (String step : steps) {
                cells.add(
                        measured.get(0).times().containsKey(step)
                                ? format(
                                        "%.1f / %.1f",
                                        Turn.millis(measured, step, 0.5), Turn.millis(measured, step, 0.99))
                                : "");
            }
            line(cells.toArray(String[]::new));
        });
    }

    private void latencies(Map<Integer, Map<Contender, List<Turn>>> byConnections) {
        out.printf("%nAll steps together in ms, p50 / p99, and lives per second:%n%n");
        line("connections", "system", "p50 / p99", "p99 ÷ the floor's", "lives/s");
        line("---", "---", "---", "---", "---");
        byConnections.forEach((connections, turns) -> {
            double floor = Turn.millis(turns.values().iterator().next(), null, 0.99);
            turns.forEach((contender, measured) -> {
                double p99 = Turn.millis(measured, null, 0.99);
                line(
                        String.valueOf(connections),
                        contender.name(),
                        format("%.1f / %.1f", Turn.millis(measured, null, 0.5), p99),
                        format("%.2f", p99 / floor),
                        format("%.0f", median(measured, Turn::rate)));
            });
        });
    }

    private void starts(Map<Contender, Long> idleMegabytes) throws IOException {
        out.printf("%nFirst start, on an empty database, and resident memory:%n%n");
        line("system", "first answer", "resident before the first life", "resident at the end");
        line("---", "---", "---", "---");
        for (Map.Entry<Contender, Long> idle : idleMegabytes.entrySet()) {
            ServerUnderTest server = idle.getKey().server();
            line(
                    idle.getKey().name(),
                    format("%.1f s", server.firstAnswer().toMillis() / 1000.0),
                    idle.getValue() + " MB",
                    server.residentMegabytes() + " MB");
        }
    }

    /** How many lives per second each system did turn by turn, while the JVM's compilers shared the processor. */
    void warmUp(Map<Contender, List<Turn>> turns) {
        out.printf("%nLives per second while warming up, turn by turn:%n%n");
        line("system", "");
        line("---", "---");
        turns.forEach((contender, measured) -> line(
                contender.name(),
                measured.stream().map(turn -> format("%.0f", turn.rate())).collect(Collectors.joining(", "))));
        out.flush();
    }

    private static List<Turn> of(Map<Contender, List<Turn>> turns, String name) {
        return turns.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(List.of());
    }

    private static double median(List<Turn> turns, ToDoubleFunction<Turn> figure) {
        return median(turns.stream().map(figure::applyAsDouble).toList());
    }

    private static double median(List<Double> values) {
        return values.isEmpty() ? Double.NaN : values.stream().sorted().toList().get(values.size() / 2);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private void line(String... cells) {
        out.println("| " + String.join(" | ", cells) + " |");
    }
}
