package dev.baton.database;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.springframework.util.ReflectionUtils;

/**
 * The file of an H2 database in this process. H2 would write it whenever it likes, table by table, and so catch a
 * statement between a row and the note that undoes it: after a crash, half a transaction is there for good. Hence H2
 * is kept from writing by itself, and {@link #write} is called when no statement is under way.
 *
 * <p>What is written is with the operating system and outlives a killed process. When the power fails, the last seconds
 * may be missing; the file opens as it was before them.
 */
final class H2File {

    /** Unsaved changes, in bytes, that are written between two statements. H2's own limit, where it would do so within one. */
    private static final int MANY = 16 * 1024 * 1024;

    /** Far away, yet small enough for H2 to calculate with. */
    private static final int NEVER = Integer.MAX_VALUE / 4;

    private static final int NO_BACKGROUND_WRITER = -1;
    private static final Field LIMIT = ReflectionUtils.findField(MVStore.class, "autoCommitMemory");
    private static final long TIDY_EVERY = Duration.ofSeconds(1).toNanos();
    private static final int TIDY_BELOW_PERCENT = 50;
    private static final int TIDY_BYTES = 1024 * 1024;

    static {
        ReflectionUtils.makeAccessible(LIMIT);
    }

    private final MVStore store;
    private long tidied = System.nanoTime();

    private H2File(MVStore store) {
        this.store = store;
        store.setAutoCommitDelay(NO_BACKGROUND_WRITER);
        ReflectionUtils.setField(LIMIT, store, NEVER);
    }

    /** Empty for a database that is in another process, or in memory only. */
    static Optional<MVStore> store(Connection connection) throws SQLException {
        return connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session
                ? Optional.of(session.getDatabase().getStore().getMvStore()).filter(MVStore::isPersistent)
                : Optional.empty();
    }

    static H2File of(MVStore store) {
        return new H2File(store);
    }

    boolean isOf(MVStore other) {
        return store == other;
    }

    boolean hasMuchToWrite() {
        return store.getUnsavedMemory() > MANY;
    }

    void write() {
        store.commit();
        if (System.nanoTime() - tidied > TIDY_EVERY) {
            tidy();
            tidied = System.nanoTime();
        }
    }

    /** What H2's background writer did beside writing: without it the file would grow for ever. */
    private void tidy() {
        if (store.compact(TIDY_BELOW_PERCENT, TIDY_BYTES)) {
            store.commit();
        }
    }
}
