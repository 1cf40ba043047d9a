package dev.baton.benchmark;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.transaction.annotation.Transactional;

/** The statements of the floor: each step is a transaction with an update and a row of history. */
class FloorTasks {

    record FloorTask(String id, String title, String status, String worker) {}

    private static final String NEXT = "SELECT id FROM task WHERE status='ready' ORDER BY priority, seq LIMIT ";

    private final JdbcClient sql;
    private final boolean h2;

    FloorTasks(JdbcClient sql, DataSource database) throws MetaDataAccessException {
        this.sql = sql;
        this.h2 = "H2".equals(JdbcUtils.extractDatabaseMetaData(database, data -> data.getDatabaseProductName()));
        sql.sql("CREATE TABLE task (id VARCHAR(64) PRIMARY KEY, seq BIGINT GENERATED ALWAYS AS IDENTITY,"
                        + " title VARCHAR(200), status VARCHAR(20) NOT NULL, priority INTEGER NOT NULL DEFAULT 100,"
                        + " worker VARCHAR(64), result TEXT, created_at TIMESTAMP WITH TIME ZONE NOT NULL,"
                        + " updated_at TIMESTAMP WITH TIME ZONE NOT NULL)")
                .update();
        sql.sql("CREATE INDEX task_next ON task (status, priority, seq)").update();
        sql.sql("CREATE TABLE task_history (task_id VARCHAR(64) NOT NULL REFERENCES task, step INTEGER NOT NULL,"
                        + " from_status VARCHAR(20), to_status VARCHAR(20) NOT NULL, worker VARCHAR(64),"
                        + " at TIMESTAMP WITH TIME ZONE NOT NULL, PRIMARY KEY (task_id, step))")
                .update();
    }

    @Transactional
    public FloorTask create(String title) {
        String id = UUID.randomUUID().toString();
        Timestamp now = now();
        sql.sql("INSERT INTO task (id, title, status, created_at, updated_at) VALUES (?, ?, 'ready', ?, ?)")
                .params(id, title, now, now)
                .update();
        remember(id, 1, null, "ready", null, now);
        return new FloorTask(id, title, "ready", null);
    }

    @Transactional
    public Optional<FloorTask> claimNext(String worker) {
        Timestamp now = now();
        for (String id : candidates()) {
            int taken = sql.sql(
                            "UPDATE task SET status='claimed', worker=?, updated_at=? WHERE id=? AND status='ready'")
                    .params(worker, now, id)
                    .update();
            if (taken == 1) {
                remember(id, 2, "ready", "claimed", worker, now);
                return Optional.of(read(id));
            }
        }
        return Optional.empty();
    }

    /** H2 would lock all ready rows to skip the locked ones: there, one of the first is tried, in any order. */
    private List<String> candidates() {
        List<String> ids = sql.sql(NEXT + (h2 ? "16" : "1 FOR UPDATE SKIP LOCKED"))
                .query(String.class)
                .list();
        if (h2) {
            Collections.shuffle(ids);
        }
        return ids;
    }

    @Transactional
    public FloorTask move(String id, String from, String to, String result) {
        FloorTask task = sql.sql("SELECT id, title, status, worker FROM task WHERE id=? FOR UPDATE")
                .param(id)
                .query(FloorTask.class)
                .single();
        if (!task.status().equals(from)) {
            throw new IllegalStateException("The task is " + task.status());
        }
        Timestamp now = now();
        sql.sql("UPDATE task SET status=?, result=?, updated_at=? WHERE id=?")
                .params(to, result, now, id)
                .update();
        remember(id, result == null ? 3 : 4, from, to, task.worker(), now);
        return new FloorTask(id, task.title(), to, task.worker());
    }

    private FloorTask read(String id) {
        return sql.sql("SELECT id, title, status, worker FROM task WHERE id=?")
                .param(id)
                .query(FloorTask.class)
                .single();
    }

    private void remember(String id, int step, String from, String to, String worker, Timestamp at) {
        sql.sql(
                        "INSERT INTO task_history (task_id, step, from_status, to_status, worker, at) VALUES (?, ?, ?, ?, ?, ?)")
                .params(id, step, from, to, worker, at)
                .update();
    }

    private static Timestamp now() {
        return Timestamp.from(Instant.now());
    }
}
