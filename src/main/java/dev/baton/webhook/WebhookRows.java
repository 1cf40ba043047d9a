package dev.baton.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.database.TimeColumns;
import dev.baton.event.EventFilter;
import dev.baton.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The table of webhooks, and up to which event deliveries have been queued. */
@Repository
class WebhookRows {

    private final JdbcClient jdbc;

    WebhookRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Webhook> all() {
        return jdbc.sql("SELECT * FROM webhook ORDER BY created_at, id")
                .query(WebhookRows::webhook)
                .list();
    }

    Optional<Webhook> find(String id) {
        return jdbc.sql("SELECT * FROM webhook WHERE id=?")
                .param(id)
                .query(WebhookRows::webhook)
                .optional();
    }

    void insert(Webhook webhook) {
        jdbc.sql("""
                        INSERT INTO webhook (id, url, secret, filter, format, description, created_by, created_at, after_number)
                        VALUES (?,?,?,?,?,?,?,?,?)""")
                .params(
                        webhook.id(),
                        webhook.url(),
                        webhook.secret(),
                        text(webhook.filter()),
                        webhook.format().name(),
                        webhook.description(),
                        webhook.createdBy(),
                        TimeColumns.value(webhook.createdAt()),
                        webhook.afterNumber())
                .update();
    }

    boolean delete(String id) {
        return jdbc.sql("DELETE FROM webhook WHERE id=?").param(id).update() > 0;
    }

    @Transactional
    void deleteOf(String user) {
        jdbc.sql("DELETE FROM webhook WHERE created_by=?").param(user).update();
    }

    long position() {
        return jdbc.sql("SELECT number FROM webhook_position WHERE id=1")
                .query(Long.class)
                .single();
    }

    /** Whoever queues deliveries or adds a webhook holds this row. */
    long lockPosition() {
        return jdbc.sql("SELECT number FROM webhook_position WHERE id=1 FOR UPDATE")
                .query(Long.class)
                .single();
    }

    void position(long number) {
        jdbc.sql("UPDATE webhook_position SET number=? WHERE id=1")
                .param(number)
                .update();
    }

    private static String text(EventFilter filter) {
        ObjectNode text = Json.object();
        text.set("lifecycles", Json.node(filter.lifecycles()));
        text.set("tasks", Json.node(filter.tasks()));
        text.set("states", Json.node(filter.states()));
        text.set("actors", Json.node(filter.actors()));
        text.set("kinds", Json.node(filter.kinds()));
        return Json.text(text);
    }

    private static Webhook webhook(ResultSet row, int index) throws SQLException {
        ObjectNode filter = Json.object(row.getString("filter"));
        return new Webhook(
                row.getString("id"),
                row.getString("url"),
                row.getString("secret"),
                new EventFilter(
                        values(filter, "lifecycles"),
                        values(filter, "tasks"),
                        values(filter, "states"),
                        values(filter, "actors"),
                        values(filter, "kinds")),
                Webhook.Format.valueOf(row.getString("format")),
                row.getString("description"),
                row.getString("created_by"),
                TimeColumns.instant(row, "created_at"),
                row.getLong("after_number"));
    }

    private static Set<String> values(ObjectNode filter, String name) {
        Set<String> values = new LinkedHashSet<>();
        filter.path(name).forEach(value -> values.add(value.asText()));
        return values;
    }
}
