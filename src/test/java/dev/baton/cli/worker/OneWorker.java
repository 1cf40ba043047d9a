package dev.baton.cli.worker;

import dev.baton.cli.client.ServerClient;
import dev.baton.testing.Baton;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A worker in the tests' own process. */
final class OneWorker {

    private static final Map<String, String> TOKENS = new ConcurrentHashMap<>();

    private String token;
    private String url;
    private final StringWriter said = new StringWriter();
    private String mapping = "work-queue";
    private String lifecycle;
    private String command = "true";
    private Path repository;
    private String into;
    private Delivery.Mode merge = Delivery.Mode.FF;
    private boolean keepLost;
    private boolean once = true;
    private Duration timeLimit;
    private boolean passToken;

    OneWorker(Baton baton, String user) {
        this.token = token(baton, user);
        this.url = baton.url();
    }

    OneWorker withToken(String other) {
        token = other;
        return this;
    }

    OneWorker through(String address) {
        url = address;
        return this;
    }

    /** A user of whom no other test knows tasks. */
    static String newUser(Baton baton, String group) {
        String user = "w-" + Baton.newId();
        baton.admin()
                .post(
                        "/engine-rest/user/create",
                        "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"a long enough one\"}}"
                                .formatted(user))
                .expect(204);
        baton.admin()
                .put("/engine-rest/group/" + group + "/members/" + user, "", "application/json")
                .expect(204);
        return user;
    }

    static String token(Baton baton, String user) {
        return TOKENS.computeIfAbsent(
                baton.url() + user,
                key -> baton.admin()
                        .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"worker\"}".formatted(user))
                        .expect(201)
                        .json()
                        .get("token")
                        .asText());
    }

    OneWorker mapping(String name) {
        mapping = name;
        return this;
    }

    OneWorker lifecycle(String key) {
        lifecycle = key;
        return this;
    }

    OneWorker command(String text) {
        command = text;
        return this;
    }

    OneWorker repository(GitFolder folder, Delivery.Mode mode) {
        repository = folder.path();
        merge = mode;
        return this;
    }

    OneWorker into(String branch) {
        into = branch;
        return this;
    }

    OneWorker keepLost() {
        keepLost = true;
        return this;
    }

    OneWorker untilStopped() {
        once = false;
        return this;
    }

    OneWorker timeLimit(Duration time) {
        timeLimit = time;
        return this;
    }

    OneWorker passToken() {
        passToken = true;
        return this;
    }

    Worker worker() {
        WorkerSettings settings = new WorkerSettings(
                mapping,
                lifecycle,
                command,
                Path.of(".").toAbsolutePath(),
                repository,
                into,
                null,
                merge,
                keepLost,
                1,
                once,
                0,
                Duration.ZERO,
                timeLimit,
                false,
                passToken ? token : null);
        return new Worker(
                settings,
                new ServerClient(URI.create(url), "Bearer " + token),
                new WorkerLog(new PrintWriter(said), false, false, List.of(token)));
    }

    /** Works on one task. */
    Worker.End run() {
        return worker().run();
    }

    String said() {
        return said.toString();
    }

    String token() {
        return token;
    }
}
