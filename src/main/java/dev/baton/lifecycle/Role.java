package dev.baton.lifecycle;

import java.util.List;
import java.util.Set;

/**
 * Who an arrow is for, as a diagram writes it: {@code lead}, {@code assignee+specialist} for somebody who is both,
 * {@code lead?leadMayApprove} for leads where the policy of that name is switched on.
 *
 * @param terms groups, roles that come from the task, or {@code task.} and a field that holds ids; all have to fit
 * @param policy null when no policy decides
 */
public record Role(String text, List<String> terms, String policy) {

    /** Terms that come from the task rather than from a group. */
    public static final Set<String> OF_TASK = Set.of("assignee", "claimant", "system");

    private static final String FIELD = "task.";

    static Role of(String text) {
        String[] parts = text.split("\\?", 2);
        return new Role(text, List.of(parts[0].split("\\+")), parts.length == 2 ? parts[1] : null);
    }

    static List<Role> list(String text) {
        return Guard.list(text).stream().map(Role::of).toList();
    }

    /** The path of the field that holds the ids, without {@code task.}; null when the term is something else. */
    public static String field(String term) {
        return term.startsWith(FIELD) ? term.substring(FIELD.length()) : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
