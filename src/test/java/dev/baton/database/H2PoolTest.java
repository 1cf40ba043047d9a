package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.core.StartupFailure;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.Driver;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** A pool or URL that would bypass the transaction lock of H2 stops the start. */
class H2PoolTest {

    @TempDir
    private Path folder;

    @Test
    void connectionsFromElsewhereAreRefused() {
        refused(new SimpleDriverDataSource(new Driver(), "jdbc:h2:mem:elsewhere"), "remove spring.datasource.type");
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSourceClassName("org.h2.jdbcx.JdbcDataSource");
            pool.addDataSourceProperty("url", "jdbc:h2:mem:elsewhere");
            pool.setAutoCommit(false);
            refused(DatabaseConfiguration.prepared(pool), "a spring.datasource.url");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"AUTO_SERVER=TRUE", "LOCK_TIMEOUT=20000;auto_server=true", "FILE_LOCK=NO", "FILE_LOCK=SOCKET"})
    void aFileThatOtherProcessesCanOpenIsRefused(String setting) {
        try (HikariDataSource pool = pool("jdbc:h2:file:" + folder.resolve("shared") + ";" + setting)) {
            refused(DatabaseConfiguration.prepared(pool), "opened by this server alone");
        }
    }

    @Test
    void aServerOfH2IsRefused() throws SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try (HikariDataSource pool = pool("jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:served")) {
            refused(DatabaseConfiguration.prepared(pool), "opened by this server alone");
        } finally {
            server.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";AUTO_SERVER=FALSE", ";FILE_LOCK=FILE"})
    void aFileOfThisServerAloneIsTaken(String settings) {
        try (HikariDataSource pool = pool("jdbc:h2:file:" + folder.resolve("own") + settings)) {
            pool.setAutoCommit(true); // would be the default
            DataSource database = DatabaseConfiguration.prepared(pool);
            assertThat(new DatabaseConfiguration().transactionManager(database))
                    .isInstanceOf(SerialTransactionManager.class);
            assertThat(pool.isAutoCommit()).isFalse();
        }
    }

    private static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        return pool;
    }

    private static void refused(DataSource database, String reason) {
        assertThatThrownBy(() -> new DatabaseConfiguration().transactionManager(database))
                .isInstanceOf(StartupFailure.class)
                .hasMessageContaining(reason);
    }
}
