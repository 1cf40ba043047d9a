package dev.baton.testing;

import dev.baton.BatonApplication;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A server with a low limit of active tasks, for each database, whose round trips are counted; shared by tests. */
public final class SmallBaton {

    /** The limit of active tasks. */
    public static final int LIMIT = 3;

    private static final Map<Database, Baton> SHARED = new EnumMap<>(Database.class);

    private SmallBaton() {}

    public static synchronized Baton on(Database database) {
        return SHARED.computeIfAbsent(
                database,
                d -> Baton.startWith(
                        List.of(BatonApplication.class, TripCounter.class),
                        d.prepared(),
                        Map.of("baton.max-active", String.valueOf(LIMIT))));
    }

    /** Removes all active tasks. */
    public static Baton empty(Database database) {
        Baton baton = on(database);
        baton.admin()
                .get("/api/tasks?active=true&limit=500")
                .expect(200)
                .json()
                .get("tasks")
                .forEach(task -> baton.admin()
                        .delete("/api/tasks/" + task.get("id").asText(), "{\"reason\":\"tidy\"}")
                        .expect(204));
        return baton;
    }
}
