package dev.baton.review;

import dev.baton.ledger.Task;
import java.util.Arrays;
import java.util.Locale;

/** How critical a task is; determines the number of reviewers and the group they belong to. */
enum Criticality {
    STANDARD(1, 1, "reviewer"),
    COMPLEX(2, Integer.MAX_VALUE, "reviewer"),
    SECURITY_SENSITIVE(2, Integer.MAX_VALUE, "security-reviewer");

    static final String FIELD = "criticality";

    private final int minReviewers;
    private final int maxReviewers;
    private final String group;

    Criticality(int minReviewers, int maxReviewers, String group) {
        this.minReviewers = minReviewers;
        this.maxReviewers = maxReviewers;
        this.group = group;
    }

    static Criticality of(Task task) {
        String name = task.data().path(FIELD).asText();
        return Arrays.stream(values())
                .filter(criticality -> criticality.toString().equals(name))
                .findFirst()
                .orElse(STANDARD);
    }

    boolean accepts(int reviewers) {
        return reviewers >= minReviewers && reviewers <= maxReviewers;
    }

    String reviewerCount() {
        String count = minReviewers == maxReviewers ? "exactly " + minReviewers : "at least " + minReviewers;
        return count + (minReviewers == 1 ? " reviewer" : " reviewers");
    }

    /** The group that overdue reviews are offered to. */
    String group() {
        return group;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
