package dev.baton.review;

import dev.baton.ledger.Task;
import java.util.Arrays;
import java.util.Locale;

/** How critical a task is: it decides how many reviewers it takes, and which. */
enum Criticality {
    STANDARD(1, 1, "reviewer"),
    COMPLEX(2, Integer.MAX_VALUE, "reviewer"),
    SECURITY_SENSITIVE(2, Integer.MAX_VALUE, "security-reviewer");

    static final String FIELD = "criticality";

    private final int least;
    private final int most;
    private final String group;

    Criticality(int least, int most, String group) {
        this.least = least;
        this.most = most;
        this.group = group;
    }

    static Criticality of(Task task) {
        String name = task.data().path(FIELD).asText();
        return Arrays.stream(values())
                .filter(criticality -> criticality.toString().equals(name))
                .findFirst()
                .orElse(STANDARD);
    }

    boolean takes(int reviewers) {
        return reviewers >= least && reviewers <= most;
    }

    String number() {
        return least == most ? "exactly " + least : "at least " + least;
    }

    /** Those who are offered a review that is late. */
    String group() {
        return group;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
