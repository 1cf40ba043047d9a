package dev.baton.lifecycle;

/** Answers whether the groups, schemas and beans that a diagram refers to exist. */
public interface ValidationContext {

    boolean isGroup(String name);

    /** Why the artifact's schema can't be used; null if it can. */
    String schemaFault(String artifact);

    /** Whether conditions can refer to that name. */
    boolean isExpressionName(String name);

    /** Whether there is a rule of that name for {@code needs} and {@code fits}. */
    boolean isRule(String name);

    /** Whether there is, or will be, a lifecycle of that key. */
    default boolean isLifecycle(String key) {
        return false;
    }

    /** The newest version of a lifecycle; null if it is not deployed yet. */
    default Lifecycle lifecycle(String key) {
        return null;
    }

    /** Whether there is a post-end action of that name for {@code work}. */
    boolean isPostEndAction(String name);
}
