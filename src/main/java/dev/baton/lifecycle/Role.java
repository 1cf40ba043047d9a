package dev.baton.lifecycle;

import java.util.List;
import java.util.Set;

/**
 * Who may take an arrow, as written in a diagram: {@code lead}, {@code assignee+specialist} for actors who are both,
 * {@code lead?leadMayApprove} for leads if the policy of that name is switched on.
 *
 * @param terms groups, roles in the task, or {@code task.} and a field with user ids; the actor has to match all
 * @param policy null if the role does not depend on a policy
 */
public record Role(String text, List<String> terms, String policy) {

    /** Terms that refer to the task and not to a group. */
    public static final Set<String> OF_TASK = Set.of("assignee", "claimant", "creator", "system");

    /** Everybody who is signed in, and the server; it has to be written, since an empty list is refused. */
    static final String EVERYBODY = "*";

    private static final String FIELD = "task.";

    static Role of(String text) {
        String[] parts = text.split("\\?", 2);
        return new Role(text, List.of(parts[0].split("\\+")), parts.length == 2 ? parts[1] : null);
    }

    static List<Role> list(String text) {
        return Guard.list(text).stream().map(Role::of).toList();
    }

    /** Whether something is missing beside a plus sign. */
    boolean isIncomplete() {
        return List.of(text.split("\\?", 2)[0].split("\\+", -1)).contains("");
    }

    /** Whether everybody with the other role has this one, too. */
    boolean includes(Role other) {
        return other.terms.containsAll(terms) && (policy == null || policy.equals(other.policy));
    }

    boolean isSystem() {
        return text.equals("system");
    }

    static boolean isEverybody(List<Role> roles) {
        return roles.size() == 1 && roles.get(0).text().equals(EVERYBODY);
    }

    /** The path of the field with user ids, without {@code task.}; null if the term does not name a field. */
    public static String field(String term) {
        return term.startsWith(FIELD) ? term.substring(FIELD.length()) : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
