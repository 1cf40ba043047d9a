package dev.baton.core;

import java.util.List;

/** The groups that Baton itself knows; diagrams may name others. */
public final class Groups {

    public static final String ADMIN = "admin";
    public static final String HUMAN = "human";
    public static final String LEAD = "lead";
    public static final List<String> ALL =
            List.of("intern", "specialist", LEAD, HUMAN, "reviewer", "security-reviewer", ADMIN);

    /** Those who may change other people's tasks: blockers, claims, resumption. */
    public static final List<String> SUPERVISORS = List.of(LEAD, HUMAN, ADMIN);

    private Groups() {}
}
