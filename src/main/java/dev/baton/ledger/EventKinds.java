package dev.baton.ledger;

import java.util.List;

/** The kinds of events. */
public final class EventKinds {

    public static final String TRANSITION = "transition";
    public static final String CREATED = "created";
    public static final String FLAG = "flag";
    public static final String LEASE_LOST = "lease-lost";
    public static final String EDIT = "edit";
    public static final String COMMENT = "comment";
    public static final String RUN = "run";
    public static final String REQUEST = "request";
    public static final String DEPLOYMENT = "deployment";

    public static final List<String> ALL =
            List.of(TRANSITION, CREATED, FLAG, LEASE_LOST, EDIT, COMMENT, RUN, REQUEST, DEPLOYMENT);

    private EventKinds() {}
}
