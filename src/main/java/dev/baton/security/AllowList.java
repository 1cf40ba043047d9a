package dev.baton.security;

import dev.baton.core.Actor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.util.UriUtils;

/** The routes of Camunda's REST and web applications that are open, and to whom. What is not listed is closed. */
final class AllowList {

    static final String RESOURCE = "engine-allow-list.txt";

    private static final String ANONYMOUS = "anonymous";
    private static final String SIGNED_IN = "signed-in";

    private static final Map<String, String> ROOTS = Map.of(
            "rest", "/engine-rest",
            "web", "/camunda/api/engine/engine/default",
            "apps", "/camunda/api");

    private static final Pattern HEADING = Pattern.compile("\\[([a-z ]+): ([a-z, -]+)] \\S.*");
    private static final Pattern ROUTE = Pattern.compile("(GET|POST|PUT|DELETE|OPTIONS) +(/\\S+)");

    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    private static final Pattern ID = Pattern.compile(UUID);
    private static final Pattern DEFINITION = Pattern.compile("(?:[^:]+:\\d+:)?" + UUID);

    /** One method and path, and who may call it. */
    record Entry(String method, String path, Set<String> who) {

        boolean admits(Actor caller) {
            return who.contains(ANONYMOUS)
                    || caller != null && (who.contains(SIGNED_IN) || !Collections.disjoint(who, caller.groups()));
        }

        private boolean matches(String method, List<String> segments, Actor caller) {
            List<String> own = segments(path);
            if (!this.method.equals(method) || own.size() != segments.size()) {
                return false;
            }
            for (int i = 0; i < own.size(); i++) {
                if (!matchesSegment(own.get(i), segments.get(i), caller)) {
                    return false;
                }
            }
            return true;
        }

        /** An {id} matches ids only, so it can't match a literal segment of another route. */
        private static boolean matchesSegment(String wanted, String segment, Actor caller) {
            return switch (wanted) {
                case "{id}" -> ID.matcher(segment).matches();
                case "{definition}" -> DEFINITION.matcher(segment).matches();
                case "{self}" -> caller != null && caller.id().equals(segment);
                default -> wanted.startsWith("{") ? !segment.isEmpty() : wanted.equals(segment);
            };
        }
    }

    private final List<Entry> entries;

    private AllowList(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    static AllowList read() {
        try {
            return parse(new ClassPathResource(RESOURCE).getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static AllowList parse(String text) {
        List<Entry> entries = new ArrayList<>();
        List<String> roots = List.of();
        Set<String> who = Set.of();
        for (String line : text.lines().toList()) {
            Matcher heading = HEADING.matcher(line);
            Matcher route = ROUTE.matcher(line);
            if (heading.matches()) {
                roots = Arrays.stream(heading.group(1).split(" "))
                        .map(AllowList::root)
                        .toList();
                who = Set.of(heading.group(2).split(", "));
            } else if (route.matches() && !roots.isEmpty()) {
                for (String root : roots) {
                    entries.add(new Entry(route.group(1), root + route.group(2), who));
                }
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalStateException(RESOURCE + ": this line is neither a heading nor a route: " + line);
            }
        }
        return new AllowList(entries);
    }

    private static String root(String name) {
        if (!ROOTS.containsKey(name)) {
            throw new IllegalStateException(RESOURCE + ": '" + name + "' is none of " + ROOTS.keySet());
        }
        return ROOTS.get(name);
    }

    /**
     * @param path as the request has it, percent-encoded
     * @param caller null if the caller has not signed in
     */
    boolean permits(String method, String path, Actor caller) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        List<String> segments = segments(path).stream()
                .map(segment -> UriUtils.decode(segment, StandardCharsets.UTF_8))
                .toList();
        return entries.stream().anyMatch(e -> e.admits(caller) && e.matches(wanted, segments, caller));
    }

    List<Entry> entries() {
        return entries;
    }

    /** Ignores a trailing slash, as the engine's REST does. */
    private static List<String> segments(String path) {
        return Arrays.asList(path.substring(1).split("/"));
    }
}
