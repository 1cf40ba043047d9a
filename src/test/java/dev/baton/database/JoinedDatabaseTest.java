package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.Database;
import java.io.ByteArrayInputStream;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.PgConnection;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Batches go to PostgreSQL together, and nobody can tell but by the time it takes. */
class JoinedDatabaseTest {

    private static JoinedDatabase database;

    private Connection connection;

    @BeforeAll
    static void makeTables() throws SQLException {
        Map<String, String> settings = Database.POSTGRES.settings();
        database = new JoinedDatabase(new DriverManagerDataSource(
                settings.get("spring.datasource.url"),
                settings.get("spring.datasource.username"),
                settings.get("spring.datasource.password")));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE act_ru_thing (id_ INTEGER PRIMARY KEY, rev_ INTEGER)");
            statement.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT, picture BYTEA)");
            statement.execute("CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parent)");
        }
    }

    @BeforeEach
    void begin() throws SQLException {
        connection = database.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE parent, child, act_ru_thing");
        }
        connection.setAutoCommit(false);
    }

    @AfterEach
    void end() throws SQLException {
        connection.close();
    }

    @Test
    void batchesAreWrittenInTheOrderTheyCameAndEachLearnsItsOwnCounts() throws SQLException {
        PreparedStatement parents = parents();
        add(parents, 1, "one");
        add(parents, 2, "two");
        PreparedStatement children = connection.prepareStatement("INSERT INTO child (id, parent) VALUES (?,?)");
        add(children, 1, 2);
        PreparedStatement renaming = connection.prepareStatement("UPDATE parent SET name=? WHERE id>?");
        add(renaming, "many", 0);
        add(renaming, "none", 9);

        assertThat(parents.executeBatch()).containsExactly(1, 1);
        assertThat(children.executeBatch()).containsExactly(1);
        assertThat(renaming.executeBatch()).containsExactly(2, 0);
        connection.commit();
        assertThat(count("parent WHERE name='many'")).isEqualTo(2);
    }

    @Test
    void moreThanGoTogetherAreWrittenAllTheSame() throws SQLException {
        PreparedStatement parents = parents();
        for (int i = 0; i < 100; i++) {
            add(parents, i, "number " + i);
        }
        assertThat(parents.executeBatch()).hasSize(100).containsOnly(1);
        connection.commit();
        assertThat(count("parent")).isEqualTo(100);
    }

    @Test
    void whatGoesAlongIsSeenByReadersAndWrittenByTheCommit() throws SQLException {
        goesAlong(1);
        assertThat(count("parent")).isEqualTo(1);
        goesAlong(2);
        connection.commit();
        connection.rollback();
        assertThat(count("parent")).isEqualTo(2);
    }

    @Test
    void aSingleStatementComesAfterWhatWaits() throws SQLException {
        goesAlong(1);
        try (PreparedStatement child = connection.prepareStatement("INSERT INTO child (id, parent) VALUES (?,?)")) {
            child.setInt(1, 1);
            child.setInt(2, 1);
            assertThat(child.executeUpdate()).isEqualTo(1);
        }
        connection.commit();
        assertThat(count("child")).isEqualTo(1);
    }

    @Test
    void aRollbackTakesWhatWaitsWithIt() throws SQLException {
        goesAlong(1);
        connection.rollback();
        connection.commit();
        assertThat(count("parent")).isZero();
    }

    @Test
    void aBatchThatIsClosedBeforeItIsExecutedIsGone() throws SQLException {
        PreparedStatement parents = parents();
        add(parents, 1, "one");
        parents.close();
        connection.commit();
        assertThat(count("parent")).isZero();
    }

    @Test
    void aBatchThatIsClearedIsGone() throws SQLException {
        PreparedStatement parents = parents();
        add(parents, 1, "one");
        parents.clearBatch();
        add(parents, 2, "two");
        assertThat(parents.executeBatch()).containsExactly(1);
        assertThat(count("parent WHERE id=1")).isZero();
    }

    @Test
    void aStatementThatFailsFailsTheBatchAndLeavesNothing() throws SQLException {
        PreparedStatement parents = parents();
        add(parents, 1, "one");
        PreparedStatement children = connection.prepareStatement("INSERT INTO child (id, parent) VALUES (?,?)");
        add(children, 1, 7);

        assertThatThrownBy(parents::executeBatch)
                .isInstanceOf(BatchUpdateException.class)
                .hasMessageContaining("child_parent_fkey")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("23503");
        connection.rollback();
        assertThat(count("parent")).isZero();
    }

    @Test
    void theCommitGoesAlongWithTheLastWrites() throws SQLException {
        goesAlong(1);
        connection.commit();
        try (Connection other = database.getConnection();
                Statement statement = other.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM parent")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(1);
        }
        assertThat(state()).isEqualTo(TransactionState.IDLE);
    }

    @Test
    void aWriteThatFailsTakesTheCommitWithItAndLeavesTheConnectionUsable() throws SQLException {
        goesAlong(1);
        goesAlong(1);
        assertThatThrownBy(connection::commit)
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("23505");
        assertThat(count("parent")).isZero();
    }

    @Test
    void whoeverIsPatientHearsAtTheCommitThatARowHadChanged() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO act_ru_thing (id_, rev_) VALUES (1, 1)");
            connection.commit();
        }
        assertThat(changed(1)).isTrue();
        assertThat(count("act_ru_thing WHERE rev_=2")).isEqualTo(1);
        assertThat(changed(1)).isFalse();
        assertThat(count("act_ru_thing WHERE rev_=2")).isEqualTo(1);
    }

    /** Whether the change was committed; nobody is told of its count before. */
    private boolean changed(int revision) throws SQLException {
        PreparedStatement change =
                connection.prepareStatement("update ACT_RU_THING set REV_ = ? where ID_ = ? and REV_ = ?");
        change.setInt(1, revision + 1);
        change.setInt(2, 1);
        change.setInt(3, revision);
        change.addBatch();
        assertThat(patiently(change)).containsExactly(1);
        change.close();
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("40001");
            return false;
        }
    }

    private static int[] patiently(PreparedStatement statement) throws SQLException {
        try {
            return new Writes(new JdbcTemplate(), database).patiently(() -> {
                try {
                    return statement.executeBatch();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
        } catch (IllegalStateException e) {
            throw (SQLException) e.getCause();
        }
    }

    @Test
    void aTransactionBeginsWithItsFirstStatementWhateverThatIs() throws SQLException {
        assertThat(count("parent")).isZero();
        assertThat(state()).isEqualTo(TransactionState.OPEN);
        connection.rollback();
        goesAlong(1);
        assertThat(state()).isEqualTo(TransactionState.IDLE);
        assertThat(count("parent")).isEqualTo(1);
        connection.rollback();
        assertThat(count("parent")).isZero();
    }

    @Test
    void aFirstStatementAnswersWhatItWasAskedAndCanBeAskedAgain() throws SQLException {
        try (PreparedStatement two = connection.prepareStatement("SELECT 1; SELECT ?::int")) {
            for (int i = 2; i < 4; i++) {
                two.setInt(1, i);
                assertThat(two.execute()).isTrue();
                assertThat(number(two.getResultSet())).isEqualTo(1);
                assertThat(two.getMoreResults()).isTrue();
                assertThat(number(two.getResultSet())).isEqualTo(i);
            }
        }
    }

    @Test
    void aFirstStatementThatWritesTellsItsCount() throws SQLException {
        try (PreparedStatement write = connection.prepareStatement(
                "WITH new AS (SELECT 7 AS id) INSERT INTO parent (id, name) SELECT id, 'seven' FROM new")) {
            assertThat(write.executeUpdate()).isEqualTo(1);
        }
        connection.rollback();
        assertThat(count("parent")).isZero();
    }

    @Test
    void aFirstStatementThatFailsLeavesATransactionToRollBack() throws SQLException {
        try (PreparedStatement wrong = connection.prepareStatement("SELECT 1 / ?::int")) {
            wrong.setInt(1, 0);
            assertThatThrownBy(wrong::executeQuery).isInstanceOf(SQLException.class);
        }
        assertThat(state()).isEqualTo(TransactionState.FAILED);
        connection.rollback();
        assertThat(count("parent")).isZero();
    }

    @Test
    void aFirstStatementDoesNotOutliveItsTransaction() throws SQLException {
        try (PreparedStatement first = connection.prepareStatement("SELECT 1")) {
            number(first.executeQuery());
            connection.commit();
            connection.setAutoCommit(true);
            assertThatThrownBy(first::executeQuery).hasMessageContaining("prepare it anew");
        }
    }

    @Test
    void whatIsReadOnlyStaysSo() throws SQLException {
        connection.setReadOnly(true);
        assertThat(count("parent")).isZero();
        assertThatThrownBy(() -> {
                    goesAlong(1);
                    connection.commit();
                })
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("25006");
    }

    @Test
    void streamsAndNothingsArriveAsTheyWereSet() throws SQLException {
        try (PreparedStatement parents =
                connection.prepareStatement("INSERT INTO parent (id, name, picture) VALUES (?,?,?)")) {
            for (int i = 1; i < 3; i++) {
                parents.setInt(1, i);
                parents.setNull(2, java.sql.Types.VARCHAR);
                parents.setBinaryStream(3, new ByteArrayInputStream(new byte[] {1, 2, 3}), 3);
                parents.addBatch();
            }
            parents.executeBatch();
        }
        assertThat(count("parent WHERE name IS NULL AND length(picture)=3")).isEqualTo(2);
    }

    private PreparedStatement parents() throws SQLException {
        return connection.prepareStatement("INSERT INTO parent (id, name) VALUES (?,?)");
    }

    private void goesAlong(int id) throws SQLException {
        try (PreparedStatement parents = parents()) {
            add(parents, id, "along");
            parents.unwrap(JoinedStatement.class).goAlong();
        }
    }

    private static void add(PreparedStatement statement, Object first, Object second) throws SQLException {
        statement.setObject(1, first);
        statement.setObject(2, second);
        statement.addBatch();
    }

    private TransactionState state() throws SQLException {
        return connection.unwrap(PgConnection.class).getTransactionState();
    }

    private int count(String what) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT count(*) FROM " + what)) {
            return number(query.executeQuery());
        }
    }

    private static int number(ResultSet answer) throws SQLException {
        try (answer) {
            answer.next();
            return answer.getInt(1);
        }
    }
}
