package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Printable;
import dev.baton.json.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** What the worker says: lines for people, or JSON; on a terminal with a line below that shows what is running. */
public final class WorkerLog {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final String CLEAR = "\r\033[K";
    private static final int WIDTH = 110;

    private final PrintWriter out;
    private final boolean json;
    private final boolean terminal;
    private final List<String> secrets;
    private String status = "";

    /** @param secrets texts that are never shown */
    public WorkerLog(PrintWriter out, boolean json, boolean terminal, List<String> secrets) {
        this.out = out;
        this.json = json;
        this.terminal = terminal && !json;
        this.secrets = secrets;
    }

    void info(String task, String message) {
        line("info", task, message);
    }

    void warn(String task, String message) {
        line("warn", task, message);
    }

    /** A line of a command's output. */
    void output(String task, String text) {
        line("output", task, text);
    }

    /** The text without the token. */
    String redact(String text) {
        String safe = text;
        for (String secret : secrets) {
            safe = safe.replace(secret, "***");
        }
        return safe;
    }

    synchronized void status(String text) {
        if (terminal) {
            status = Printable.cut(Printable.line(redact(text)), WIDTH);
            out.print(CLEAR + status);
            out.flush();
        }
    }

    private synchronized void line(String level, String task, String message) {
        String safe = redact(message);
        if (json) {
            ObjectNode entry = Json.object().put("at", Instant.now().toString()).put("level", level);
            out.println((task == null ? entry : entry.put("task", task)).put("message", safe));
        } else {
            String who = task == null ? "" : task + (level.equals("output") ? " | " : "  ");
            String mark = level.equals("warn") ? "! " : "";
            String text = level.equals("output") ? Printable.line(safe) : Printable.text(safe);
            out.println((terminal ? CLEAR : "") + LocalTime.now().format(TIME) + "  " + mark + who + text);
            if (terminal) {
                out.print(status);
            }
        }
        out.flush();
    }
}
