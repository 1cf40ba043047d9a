package dev.baton.testing;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;

/**
 * A diagram with every word about leases. From {@code open}, {@code take} leads to {@code working}, which has a lease of a day;
 * there are {@code step}, {@code claim} and {@code give-back}, which stay, {@code park} to {@code parked}, and {@code finish}.
 * A lost lease parks the task too. {@code answer} and {@code resume} lead back.
 */
public final class LeasedDrawing {

    private static final String FORCE = "lead, human, admin";

    private LeasedDrawing() {}

    public static Drawing of(String key) {
        return Drawing.good(key)
                .erase("open__open_out", "open_out", "open__finish", "open__again")
                .draw("open__take", arrow("open__take", "take", "open", "working", properties("lease", "new")))
                .draw("working", node("receiveTask", "working", properties("state", "working", "lease", "keep")))
                .draw("lost", boundary("lost", "working", timer()))
                .draw("lost__parked", arrow("lost__parked", "lost", "parked"))
                .draw("working_out", node("exclusiveGateway", "working_out"))
                .draw("working__working_out", arrow("working__working_out", "working", "working_out"))
                .draw("working__step", held("step", "working", "holder", "true"))
                .draw("working__claim", held("claim", "working", "new", "true"))
                .draw("working__give-back", held("give-back", "working", "end", "true"))
                .draw("working__park", held("park", "parked", "holder", "false"))
                .draw("working__finish", held("finish", "done", "holder", "false"))
                .draw("parked", node("receiveTask", "parked", properties("state", "parked", "lease", "pause")))
                .draw("parked_out", node("exclusiveGateway", "parked_out"))
                .draw("parked__parked_out", arrow("parked__parked_out", "parked", "parked_out"))
                .draw("parked__answer", arrow("parked__answer", "answer", "parked_out", "working"))
                .draw(
                        "parked__resume",
                        arrow("parked__resume", "resume", "parked_out", "working", properties("lease", "new")));
    }

    /** With a message on the working state's border, so that the engine keeps the timer itself. */
    public static Drawing withEngineTimer(String key) {
        return of(key).draw(
                        "stop",
                        boundary("stop", "working", "<bpmn:messageEventDefinition messageRef=\"Message_stop\"/>"))
                .draw("stopped", state("endEvent", "stopped", "stopped"))
                .draw("stop__stopped", arrow("stop__stopped", "stop", "stopped"))
                .beside("<bpmn:message id=\"Message_stop\" name=\"stop\"/>");
    }

    private static String held(String trigger, String to, String lease, String within) {
        return arrow(
                "working__" + trigger,
                trigger,
                "working_out",
                to,
                properties("lease", lease, "force", FORCE, "within", within));
    }
}
