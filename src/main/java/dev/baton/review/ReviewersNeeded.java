package dev.baton.review;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Which reviewers a task takes.
 *
 * @param group the group that all of them are in; members of {@value #GROUP} can be in any group of reviewers
 */
record ReviewersNeeded(int atLeast, int atMost, String group) {

    static final String GROUP = "reviewer";

    /** @param result of the decision table; what it leaves empty is no limit */
    static ReviewersNeeded of(JsonNode result) {
        return new ReviewersNeeded(
                result.path("atLeast").asInt(1),
                result.path("atMost").asInt(Integer.MAX_VALUE),
                result.path("group").asText(GROUP));
    }

    boolean accepts(int reviewers) {
        return reviewers >= atLeast && reviewers <= atMost;
    }

    boolean anyReviewer() {
        return group.equals(GROUP);
    }

    /** The number in words. */
    String count() {
        if (atLeast == atMost) {
            return "exactly " + reviewers(atLeast);
        }
        return atMost == Integer.MAX_VALUE ? "at least " + reviewers(atLeast) : atLeast + " to " + reviewers(atMost);
    }

    private static String reviewers(int number) {
        return number + (number == 1 ? " reviewer" : " reviewers");
    }
}
