package dev.baton.cli.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A path with encoded ids and parameters. */
public final class Query {

    private final StringBuilder text;
    private char separator = '?';

    private Query(String path) {
        this.text = new StringBuilder(path);
    }

    public static Query of(String path) {
        return new Query(path);
    }

    public static String task(String id, String rest) {
        return "/api/tasks/" + encode(id) + rest;
    }

    public static String lifecycle(String key, String rest) {
        return "/api/lifecycles/" + encode(key) + rest;
    }

    /** Leaves the parameter out if the value is null. */
    public Query with(String name, Object value) {
        if (value != null) {
            text.append(separator).append(name).append('=').append(encode(value.toString()));
            separator = '&';
        }
        return this;
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
