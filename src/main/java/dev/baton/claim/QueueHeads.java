package dev.baton.claim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds out which of several ready states has the task that comes first. */
@Component
class QueueHeads {

    private final JdbcClient jdbc;

    private final ReadyQueue queue;

    QueueHeads(JdbcClient jdbc, ReadyQueue queue) {
        this.jdbc = jdbc;
        this.queue = queue;
    }

    /** The states that have a task, the one whose task comes first at the front. A single state is returned without a query. */
    List<ReadyState> inOrder(List<ReadyState> readyStates) {
        if (readyStates.size() == 1) {
            return readyStates;
        }
        String head = "(SELECT CAST(? AS INTEGER) AS number, priority, seq " + queue.first() + ")";
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < readyStates.size(); i++) {
            values.add(i);
            values.addAll(readyStates.get(i).values());
        }
        return jdbc
                .sql(String.join(" UNION ALL ", Collections.nCopies(readyStates.size(), head))
                        + " ORDER BY priority, seq")
                .params(values)
                .query((row, i) -> row.getInt("number"))
                .list()
                .stream()
                .map(readyStates::get)
                .toList();
    }
}
