package dev.baton.benchmark;

import dev.baton.core.Actor;
import dev.baton.database.Product;
import dev.baton.testing.Baton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.Vector;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How long a claim takes while many tasks wait. */
final class WaitingCrowd {

    private static final Actor WORKER = Actor.of("worker-1", Set.of("specialist"));

    private final Baton baton;
    private final JdbcClient sql;

    WaitingCrowd(Baton baton) {
        this.baton = baton;
        this.sql = baton.sql();
    }

    /** So many wait, as in a database that has had the time to get to know them. */
    void gather(int size) {
        refill(size);
        sql.sql(isH2() ? "ANALYZE" : "VACUUM ANALYZE").update();
    }

    /** Copies a real waiting task, row by row, until so many wait: a million through the engine would take hours. */
    void refill(int size) {
        String template = baton.create("work-queue");
        int there = waiting();
        if (there >= size) {
            return;
        }
        String numbers = isH2()
                ? "SYSTEM_RANGE(%d, %d) n(i)".formatted(there + 1, size)
                : "generate_series(%d, %d) n(i)".formatted(there + 1, size);
        copy("act_ru_execution", "id_, proc_inst_id_, root_proc_inst_id_, business_key_", template, numbers);
        copy("task", "id, process_instance_id, wait_id", template, numbers);
        copy("task_transition", "task_id", template, numbers);
    }

    private void copy(String table, String ids, String template, String numbers) {
        String instance = sql.sql("SELECT process_instance_id FROM task WHERE id=?")
                .param(template)
                .query(String.class)
                .single();
        List<String> fresh = List.of(ids.split(", "));
        List<String> columns = sql.sql(
                        "SELECT column_name FROM information_schema.columns WHERE lower(table_name)=? AND lower(column_name)<>'seq' ORDER BY ordinal_position")
                .param(table)
                .query(String.class)
                .list();
        String values = String.join(
                ", ",
                columns.stream()
                        .map(c -> fresh.contains(c.toLowerCase(Locale.ROOT)) ? "'" + template + "-' || n.i" : "t." + c)
                        .toList());
        String where = switch (table) {
            case "act_ru_execution" -> "t.proc_inst_id_ = '" + instance + "'";
            case "task" -> "t.id = '" + template + "'";
            default -> "t.task_id = '" + template + "'";
        };
        sql.sql("INSERT INTO %s (%s) SELECT %s FROM %s t, %s WHERE %s"
                        .formatted(table, String.join(", ", columns), values, table, numbers, where))
                .update();
    }

    /** How long each of so many claims took, in microseconds. */
    List<Long> claims(int count, int clients) throws Exception {
        List<Long> times = new Vector<>();
        Clients.together(clients, () -> {
            for (int i = 0; i < count / clients; i++) {
                long start = System.nanoTime();
                Clients.claim(baton, WORKER);
                times.add((System.nanoTime() - start) / 1000);
            }
        });
        return times;
    }

    private int waiting() {
        return sql.sql("SELECT count(*) FROM task WHERE state='ready' AND ended_at IS NULL")
                .query(Integer.class)
                .single();
    }

    private boolean isH2() {
        return Product.of(baton.bean(DataSource.class)) == Product.H2;
    }
}
