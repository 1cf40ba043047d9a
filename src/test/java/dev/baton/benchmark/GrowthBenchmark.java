package dev.baton.benchmark;

import dev.baton.testing.Baton;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints how long reads and whole lives take with a thousand, a hundred thousand and a million stored tasks. */
public final class GrowthBenchmark {

    private static final int LARGEST = Integer.getInteger("largest", 1_000_000);
    private static final int WARM_UP = Integer.getInteger("warmup", 150);
    private static final int REQUESTS = Integer.getInteger("requests", 150);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 5));
    private static final int CLIENTS = 8;
    private static final String ONLY = System.getProperty("calls", "");
    private static final PrintStream OUT = System.out;

    /** Half-way through all tasks, in the order of the list. */
    private static final String DEEP = "deep";

    private static final List<String> CALLS = List.of(
            "/api/tasks",
            "/api/tasks?sort=priority",
            "/api/tasks?sort=updated",
            "/api/tasks?sort=entered",
            "/api/tasks?after=" + DEEP,
            "/api/tasks?active=true",
            "/api/tasks?active=true&sort=priority",
            "/api/tasks?active=true&sort=updated",
            "/api/tasks?active=true&sort=entered",
            "/api/tasks?active=false&sort=updated",
            "/api/tasks?lifecycle=work-queue",
            "/api/tasks?lifecycle=cognitive&sort=updated",
            "/api/tasks?lifecycle=work-queue&state=ready",
            "/api/tasks?lifecycle=work-queue&state=ready&sort=priority",
            "/api/tasks?lifecycle=work-queue&state=ready&sort=entered",
            "/api/tasks?state=claimed&state=in_progress",
            "/api/tasks?lifecycle=work-queue&state=completed&sort=updated",
            "/api/tasks?state=failed&sort=priority",
            "/api/tasks?assignee=worker-7",
            "/api/tasks?assignee=worker-7&active=true",
            "/api/tasks?assignee=worker-7&sort=updated",
            "/api/tasks?waitingFor=human",
            "/api/tasks?mine=true&active=true",
            "/api/tasks?flag=overdue",
            "/api/tasks?flag=abandoned",
            "/api/tasks?flag=blocked-by-failed",
            "/api/tasks?abandoned=true",
            "/api/tasks?createdBy=user-7",
            "/api/tasks?createdBy=user-7&active=true&sort=priority",
            "/api/tasks?blockedBy=done-50",
            "/api/tasks?parent=live-1",
            "/api/tasks?q=live-77",
            "/api/tasks?q=number+a87ff",
            "/api/tasks?q=number",
            "/api/tasks?topic=render",
            "/api/tasks/count",
            "/api/tasks/count?active=true",
            "/api/tasks/count?active=false",
            "/api/tasks/count?lifecycle=work-queue&state=ready",
            "/api/tasks/count?state=completed",
            "/api/tasks/count?mine=true&active=true",
            "/api/tasks/count?flag=overdue",
            "/api/tasks/count?assignee=worker-7",
            "/api/tasks/count?createdBy=user-7",
            "/api/tasks/count?q=number",
            "/api/tasks/live-1",
            "/api/tasks/live-1/history",
            "/api/lifecycles",
            "/api/lifecycles/work-queue/flow",
            "/api/agents",
            "/api/figures",
            "/api/figures/costs",
            "/api/events?limit=50&after=0",
            "/actuator/prometheus");

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private record Server(Baton baton, String token, String deep) {}

    private GrowthBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        Map<Integer, Server> servers = new LinkedHashMap<>();
        for (int size : new int[] {1_000, Math.min(100_000, LARGEST), LARGEST}) {
            servers.put(size, server(size));
        }
        OUT.printf("%n%-60s", "ms, p50 / p99 with so many tasks");
        servers.keySet().forEach(size -> OUT.printf("%,18d", size));
        OUT.println("   p50, largest / 1k");
        for (String call : CALLS) {
            if (call.matches(".*(" + ONLY + ").*")) {
                print(call, times(servers, call));
            }
        }
        if (!TURN.isZero()) {
            lives(servers);
        }
        size(servers.get(LARGEST).baton());
        System.exit(0);
    }

    private static Server server(int size) throws Exception {
        long start = System.nanoTime();
        Baton baton = Baton.start(PostgresServer.database("growth_" + size));
        OUT.printf("%,d: started in %.1f s%n", size, (System.nanoTime() - start) / 1e9);
        start = System.nanoTime();
        new StoredTasks(baton).fill(size);
        OUT.printf("%,d: filled in %.1f s%n", size, (System.nanoTime() - start) / 1e9);
        String token = baton.admin()
                .post("/api/tokens", "{\"user\":\"admin\",\"name\":\"growth\"}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        String deep = baton.sql()
                .sql("SELECT seq FROM task WHERE id='done-" + size / 2 + "'")
                .query(String.class)
                .single();
        return new Server(baton, token, deep);
    }

    /** In turns, in milliseconds. */
    private static Map<Integer, List<Double>> times(Map<Integer, Server> servers, String call) throws Exception {
        Map<Integer, List<Double>> times = new LinkedHashMap<>();
        for (int i = 0; i < WARM_UP + REQUESTS; i++) {
            for (var server : servers.entrySet()) {
                double millis = millis(server.getValue(), call);
                if (i >= WARM_UP) {
                    times.computeIfAbsent(server.getKey(), size -> new ArrayList<>())
                            .add(millis);
                }
            }
        }
        return times;
    }

    private static double millis(Server server, String call) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.baton().url() + call.replace(DEEP, server.deep())))
                .header("Authorization", "Bearer " + server.token())
                .header("Accept", "application/json, text/plain;q=0.5")
                .build();
        long start = System.nanoTime();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        double millis = (System.nanoTime() - start) / 1e6;
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(call + " answered " + answer.statusCode() + " " + answer.body());
        }
        return millis;
    }

    private static void print(String call, Map<Integer, List<Double>> times) {
        OUT.printf("%-60s", call);
        times.values().forEach(all -> OUT.printf("%9.1f /%7.1f", part(all, 0.5), part(all, 0.99)));
        OUT.printf("%10.1f%n", part(times.get(LARGEST), 0.5) / part(times.get(1_000), 0.5));
        OUT.flush();
    }

    private static double part(List<Double> values, double part) {
        return values.stream()
                .sorted()
                .skip((long) (values.size() * part))
                .findFirst()
                .orElseThrow();
    }

    private static void lives(Map<Integer, Server> servers) throws Exception {
        Map<Integer, List<Double>> rates = new LinkedHashMap<>();
        for (int i = 0; i < 12; i++) {
            for (var server : servers.entrySet()) {
                double rate = Clients.rate(new HttpLife(server.getValue().baton()), CLIENTS, TURN);
                if (i >= 6) {
                    rates.computeIfAbsent(server.getKey(), size -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        rates.forEach((size, all) -> OUT.printf("%,d: %.0f lives/s over HTTP%n", size, part(all, 0.5)));
    }

    private static void size(Baton baton) {
        Map<String, Object> sizes = new LinkedHashMap<>();
        for (String table : List.of("task", "task_text", "task_transition", "task_record")) {
            sizes.put(
                    table,
                    baton.sql()
                            .sql("SELECT pg_total_relation_size('" + table + "') / (SELECT count(*) FROM task)")
                            .query(Long.class)
                            .single());
        }
        OUT.println("bytes on disk a task, with indexes: " + sizes);
    }
}
