package dev.baton.lifecycle;

/** What a diagram can refer to outside itself. */
public interface ValidationContext {

    boolean isGroup(String name);

    /** What is wrong with an artifact's schema; null if nothing is. */
    String schemaFault(String artifact);

    /** Whether conditions can use that name. */
    boolean isExpressionName(String name);

    /** Whether there is a rule of that name for {@code needs}. */
    boolean isRule(String name);

    /** Whether there is work of that name for {@code afterwards}. */
    boolean isAfterwork(String name);
}
