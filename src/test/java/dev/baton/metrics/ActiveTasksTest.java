package dev.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import dev.baton.testing.SmallBaton;
import dev.baton.testing.Thinker;
import dev.baton.testing.TripCounter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Listing and counting active tasks, and the warning when the limit is reached. */
class ActiveTasksTest {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(ActiveTasks.class)).addAppender(log);
    }

    @AfterEach
    void stop() {
        ((Logger) LoggerFactory.getLogger(ActiveTasks.class)).detachAppender(log);
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void reachingTheLimitIsSaidOnceAndHoldsNobodyUp(Database database) {
        Baton baton = SmallBaton.empty(database);
        double reached = metric(baton, "baton_active_limit_reached_total");
        assertThat(create(baton).header("X-Baton-Active")).isNull();
        assertThat(create(baton).header("Warning")).isNull();
        assertThat(log.list).isEmpty();
        Answer third = create(baton);
        assertThat(third.header("X-Baton-Active")).isEqualTo("3/3");
        assertThat(third.header("Warning")).startsWith("199 ").contains("3 tasks are active");
        assertThat(third.header("Location"))
                .isEqualTo("/api/tasks/" + third.json().get("id").asText());
        Answer fourth = create(baton);
        assertThat(fourth.header("X-Baton-Active")).isEqualTo("4/3");
        assertThat(log.list).hasSize(1);
        assertThat(metric(baton, "baton_active_limit_reached_total")).isEqualTo(reached + 1);
        assertThat(metric(baton, "baton_active")).isEqualTo(4);

        end(baton, fourth);
        end(baton, third);
        assertThat(create(baton).header("X-Baton-Active")).as("again").isEqualTo("3/3");
        assertThat(log.list).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void aReplayedRequestIsAnsweredWithTheSameWarning(Database database) {
        Baton baton = SmallBaton.empty(database);
        create(baton);
        create(baton);
        String key = Baton.newId();
        for (int i = 0; i < 2; i++) {
            assertThat(baton.admin()
                            .with("X-Idempotency-Key", key)
                            .post("/api/tasks", "{\"lifecycle\":\"cognitive\"}")
                            .expect(201)
                            .header("X-Baton-Active"))
                    .isEqualTo("3/3");
        }
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void whatOtherServersDoComesInWithTheNextCount(Database database) {
        Baton baton = SmallBaton.empty(database);
        ActiveTasks here = baton.bean(ActiveTasks.class);
        String id = create(baton).json().get("id").asText();
        baton.sql()
                .sql("INSERT INTO task_count (lifecycle, state, abandoned, tasks)"
                        + " SELECT lifecycle, state, abandoned, -1 FROM task WHERE id=?")
                .param(id)
                .update();
        baton.sql()
                .sql("UPDATE task SET ended_at=CURRENT_TIMESTAMP WHERE id=?")
                .param(id)
                .update();
        assertThat(here.count()).isEqualTo(1);
        here.recount();
        assertThat(here.count()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void aNewTaskIsNotCountedInTheDatabase(Database database) {
        Baton baton = SmallBaton.empty(database);
        NewTask newTask = new NewTask(null, "a task", null, null, List.of(), dev.baton.json.Json.object());
        List<String> trips = TripCounter.during(() -> baton.bean(Tasks.class)
                .create("cognitive", newTask, dev.baton.core.Actor.of("admin", Set.of("admin"))));
        assertThat(trips)
                .noneMatch(trip -> trip.toLowerCase(java.util.Locale.ROOT).contains("count("));
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void theRegistryListsCountsRemovesAndCleansUp(Database database) {
        Baton baton = SmallBaton.empty(database);
        Thinker thinker = new Thinker(baton.admin());
        String running = thinker.in("acting");
        String aside = thinker.in("suspended");
        String done = thinker.in("completed");
        String failed = thinker.in("failed");
        assertThat(ids(baton, "?lifecycle=cognitive&active=true")).containsExactly(running, aside);
        assertThat(ids(baton, "?lifecycle=cognitive&limit=500")).contains(running, aside, done, failed);
        JsonNode count =
                baton.admin().get("/api/tasks/count?active=true").expect(200).json();
        assertThat(count.get("count").asInt()).isEqualTo(2);
        assertThat(count.get("maxActive").asInt()).isEqualTo(SmallBaton.LIMIT);

        baton.admin()
                .delete("/api/tasks/" + running, "{\"reason\":\"not needed\"}")
                .expect(204);
        baton.admin().delete("/api/tasks/" + done, "{\"reason\":\"seen\"}").expect(204);
        assertThat(ids(baton, "?lifecycle=cognitive&active=true")).containsExactly(aside);
        assertThat(ids(baton, "?lifecycle=cognitive&limit=500"))
                .contains(failed)
                .doesNotContain(done);
        assertThat(baton.bean(ActiveTasks.class).count()).isEqualTo(1);

        baton.admin().post("/api/tasks/cleanup", "{\"olderThan\":\"PT0S\"}").expect(200);
        baton.admin().get("/api/tasks/" + failed).expect(404);
        assertThat(thinker.state(aside)).isEqualTo("suspended");
        assertThat(baton.sql()
                        .sql("SELECT count(*) FROM task_record WHERE task_id=?")
                        .param(failed)
                        .query(Integer.class)
                        .single())
                .isZero();
        baton.admin().get("/api/tasks/never-was").expect(404);
    }

    private static List<String> ids(Baton baton, String query) {
        return Json.list(baton.admin()
                        .get("/api/tasks" + query)
                        .expect(200)
                        .json()
                        .get("tasks"))
                .stream()
                .map(task -> task.get("id").asText())
                .toList();
    }

    private static Answer create(Baton baton) {
        return baton.admin().post("/api/tasks", "{\"lifecycle\":\"cognitive\"}").expect(201);
    }

    private static void end(Baton baton, Answer created) {
        baton.admin()
                .move(created.json().get("id").asText(), "TASK_FAILED", "{\"error\":\"e\"}")
                .expect(200);
    }

    private static double metric(Baton baton, String name) {
        return baton.admin()
                .get("/actuator/prometheus")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
