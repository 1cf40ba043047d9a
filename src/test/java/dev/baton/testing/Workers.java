package dev.baton.testing;

import dev.baton.testing.Caller.Answer;

/** Steps of workers of the work queue. */
public final class Workers {

    private Workers() {}

    public static String create(Baton baton, String blockers) {
        String id = Baton.newId();
        createAs(baton, id, blockers).expect(201);
        return id;
    }

    public static Answer createAs(Baton baton, String id, String blockers) {
        return baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"blockedBy\":%s}".formatted(id, blockers));
    }

    public static String claimed(Baton baton, String worker) {
        String id = create(baton, "[]");
        move(baton, worker, id, "claim", "{}").expect(200);
        return id;
    }

    public static String inProgress(Baton baton, String worker) {
        String id = claimed(baton, worker);
        move(baton, worker, id, "start", "{}").expect(200);
        return id;
    }

    public static String completed(Baton baton, String worker) {
        String id = inProgress(baton, worker);
        move(baton, worker, id, "succeed", "{}").expect(200);
        return id;
    }

    /** Takes an arrow with the task's current lease. */
    public static Answer move(Baton baton, String worker, String id, String trigger, String payload) {
        int epoch = baton.task(id).path("lease").path("epoch").asInt();
        return move(baton, worker, id, trigger, payload, epoch);
    }

    public static Answer move(Baton baton, String worker, String id, String trigger, String payload, int epoch) {
        return baton.as(worker).move(id, trigger, payload, epoch == 0 ? null : (Integer) epoch);
    }

    public static Answer claimNext(Baton baton, String worker, int wait) {
        return baton.as(worker).post("/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":%d}".formatted(wait));
    }

    /** Empties the queue, so that a test knows the next task. */
    public static void drain(Baton baton) {
        while (claimNext(baton, "worker-1", 0).status() == 200) {
            // the leases expire on their own
        }
    }

    public static Answer beat(Baton baton, String worker, String id, int epoch, String note) {
        return baton.as(worker)
                .post("/api/tasks/" + id + "/heartbeat", "{\"leaseEpoch\":%d,\"note\":\"%s\"}".formatted(epoch, note));
    }
}
