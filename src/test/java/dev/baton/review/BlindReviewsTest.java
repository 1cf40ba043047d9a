package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.McpAgent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import java.util.List;

/** A reviewer judges without knowing what the others of the round have said. */
class BlindReviewsTest {

    @OnBothDatabases
    void whoStillHasToReviewDoesNotSeeTheVerdictsOfTheRound(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);

        for (String page : pages(id)) {
            assertThat(baton.as("reviewer-2").get(page).expect(200).body())
                    .as(page)
                    .doesNotContain("a typo");
        }
        for (String other : List.of("reviewer-1", "lead", "admin", "human")) {
            assertThat(reviews(baton, other, id)).as(other).isEqualTo(1);
            assertThat(baton.as(other).get("/api/tasks/" + id).body()).as(other).contains("a typo");
        }
        assertThat(reviews(baton, "reviewer-2", id)).isZero();
    }

    @OnBothDatabases
    void afterTheirOwnReviewTheySeeAllAndInTheNextRoundThoseOfTheLast(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        Reviews.submit(baton, id, "reviewer-2").expect(200);
        assertThat(reviews(baton, "reviewer-2", id)).isEqualTo(2);

        baton.as("lead").move(id, "request-fixes", "{\"fixes\":[\"the typo\"]}").expect(200);
        baton.as(Reviews.WORKER).move(id, "complete", "{\"result\":\"better\"}").expect(200);
        Reviews.startReview(baton, id, "reviewer-1", "reviewer-2").expect(200);
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        assertThat(reviews(baton, "reviewer-2", id)).isEqualTo(2);
        assertThat(reviews(baton, "lead", id)).isEqualTo(3);
    }

    @OnBothDatabases
    void agentsThatUseToolsAreNotToldEither(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        try (McpAgent agent = McpAgent.of(baton, "reviewer-2")) {
            assertThat(agent.call("get_task", "{\"task\":\"%s\",\"view\":\"full\"}".formatted(id))
                            .toString())
                    .contains(id)
                    .doesNotContain("a typo");
        }
    }

    private static List<String> pages(String id) {
        String task = "/api/tasks/" + id;
        return List.of(
                task,
                task + "?view=full",
                task + "?view=summary",
                task + "/records/reviews",
                task + "/history",
                task + "/transitions",
                "/api/tasks?view=full&waitingFor=reviewer-2");
    }

    private static int reviews(Baton baton, String user, String id) {
        return Json.list(baton.as(user)
                        .get("/api/tasks/" + id + "/records/reviews")
                        .expect(200)
                        .json()
                        .get("records"))
                .size();
    }
}
