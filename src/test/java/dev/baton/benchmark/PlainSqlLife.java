package dev.baton.benchmark;

import dev.baton.database.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;

/** The statements of a work queue straight over JDBC, with a row of history for each step, one transaction a step. */
final class PlainSqlLife implements Life {

    private static final String RULES = """
            CREATE FUNCTION whole_rules() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NEW.status NOT IN ('ready', 'claimed', 'in_progress', 'blocked', 'completed', 'failed') THEN
                    RAISE EXCEPTION 'no such status';
                END IF;
                IF OLD.status IN ('completed', 'failed') AND NEW.status <> OLD.status THEN
                    RAISE EXCEPTION 'the task has ended';
                END IF;
                NEW.updated_at := clock_timestamp();
                RETURN NEW;
            END $$;
            CREATE TRIGGER whole_rules BEFORE UPDATE ON whole_task FOR EACH ROW EXECUTE FUNCTION whole_rules()""";

    private final DataSource database;
    private final String prefix;
    private final boolean whole;
    private final boolean h2;

    private PlainSqlLife(DataSource database, boolean whole) throws SQLException {
        this.database = database;
        this.whole = whole;
        this.prefix = whole ? "whole" : "plain";
        this.h2 = Product.of(database) == Product.H2;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + prefix + "_task (id VARCHAR(64) PRIMARY KEY, title VARCHAR(200),"
                    + " status VARCHAR(20), claimed_at TIMESTAMP WITH TIME ZONE, worker VARCHAR(64)"
                    + (whole
                            ? ", seq BIGINT GENERATED ALWAYS AS IDENTITY, priority INTEGER DEFAULT 100, updated_at TIMESTAMP WITH TIME ZONE"
                            : "")
                    + ")");
            statement.execute("CREATE TABLE " + prefix + "_history (task_id VARCHAR(64), step INTEGER,"
                    + " from_status VARCHAR(20), to_status VARCHAR(20), at TIMESTAMP WITH TIME ZONE,"
                    + " PRIMARY KEY (task_id, step))");
            if (whole) {
                statement.execute("CREATE INDEX whole_next ON whole_task (status, priority, seq)");
                statement.execute("CREATE TABLE whole_dependency (task_id VARCHAR(64), blocker_id VARCHAR(64),"
                        + " PRIMARY KEY (blocker_id, task_id))");
                if (!h2) {
                    statement.execute(RULES);
                }
            }
        }
    }

    /** As little as it can be: every step knows its task's id, nothing is checked. */
    static PlainSqlLife least(DataSource database) throws SQLException {
        return new PlainSqlLife(database, false);
    }

    /** With what the queue is for: the next task is looked for, the database keeps the rules, dependents are freed. */
    static PlainSqlLife whole(DataSource database) throws SQLException {
        return new PlainSqlLife(database, true);
    }

    @Override
    public String name() {
        return whole ? "(a+) plain SQL, next task and rules" : "(a) plain SQL with history";
    }

    @Override
    public void live() throws SQLException {
        String id = UUID.randomUUID().toString();
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            String table = prefix + "_task";
            step(
                    connection,
                    "INSERT INTO " + table + " (title, status, id) VALUES ('a task', 'ready', ?)",
                    id,
                    1,
                    null,
                    "ready");
            String claim =
                    "UPDATE " + table + " SET status='claimed', claimed_at=CURRENT_TIMESTAMP, worker='w' WHERE id=?";
            String claimed = whole ? next(connection) : id;
            step(connection, claim + " AND status='ready'", claimed, 2, "ready", "claimed");
            step(
                    connection,
                    "UPDATE " + table + " SET status='in_progress' WHERE id=?",
                    claimed,
                    3,
                    "claimed",
                    "in_progress");
            if (whole) {
                freeDependents(connection, claimed);
            }
            step(
                    connection,
                    "UPDATE " + table + " SET status='completed' WHERE id=?",
                    claimed,
                    4,
                    "in_progress",
                    "completed");
            connection.setAutoCommit(true);
        }
    }

    /** Others may hold all that are to be seen at the moment. */
    private static String next(Connection connection) throws SQLException {
        while (true) {
            try (PreparedStatement query = connection.prepareStatement("SELECT id FROM whole_task WHERE status='ready'"
                            + " ORDER BY priority, seq LIMIT 1 FOR UPDATE SKIP LOCKED");
                    ResultSet row = query.executeQuery()) {
                if (row.next()) {
                    return row.getString(1);
                }
            }
            connection.commit();
        }
    }

    private static void freeDependents(Connection connection, String id) throws SQLException {
        try (PreparedStatement free =
                connection.prepareStatement("UPDATE whole_task SET status='ready' WHERE status='blocked' AND id IN"
                        + " (SELECT d.task_id FROM whole_dependency d WHERE d.blocker_id=? AND NOT EXISTS (SELECT 1 FROM"
                        + " whole_dependency o JOIN whole_task b ON b.id=o.blocker_id WHERE o.task_id=d.task_id"
                        + " AND o.blocker_id<>d.blocker_id AND b.status<>'completed'))")) {
            free.setString(1, id);
            free.executeUpdate();
        }
    }

    private void step(Connection connection, String sql, String id, int number, String from, String to)
            throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql);
                PreparedStatement history = connection.prepareStatement("INSERT INTO " + prefix
                        + "_history (task_id, step, from_status, to_status, at) VALUES (?,?,?,?,CURRENT_TIMESTAMP)")) {
            change.setString(1, id);
            if (change.executeUpdate() != 1) {
                throw new IllegalStateException("step " + number + " of " + id + " changed nothing");
            }
            history.setString(1, id);
            history.setInt(2, number);
            history.setString(3, from);
            history.setString(4, to);
            history.executeUpdate();
            connection.commit();
        }
    }
}
