package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.identity.Identities;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Reviews;
import java.util.List;

/** Whoever had a hand in the work, in any round, is no reviewer of it. */
class WorkersDoNotReviewTest {

    private static final String BOTH = "works-and-reviews";

    @OnBothDatabases
    void whoWorkedInAnEarlierRoundCanNotReview(Baton baton) {
        String id = startedBy(baton, both(baton));
        baton.as(BOTH).move(id, "block", "{\"reason\":\"no access\"}").expect(200);
        baton.as("lead").move(id, "reset", "{}").expect(200);
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", "{\"result\":\"done\"}").expect(200);
        assertThat(Problem.of(Reviews.startReview(baton, id, BOTH), 422).detail())
                .contains(BOTH + " did the work and can't review it");
        Reviews.startReview(baton, id, "reviewer-1").expect(200);
        assertThat(Problem.of(Reviews.reassign(baton, "lead", id, "reviewer-1", BOTH), 422)
                        .detail())
                .contains("did the work");
    }

    @OnBothDatabases
    void whoCompletedItForSomebodyElseCanNotReview(Baton baton) {
        String id = Reviews.inProgress(baton, "standard");
        baton.admin().move(id, "complete", "{\"result\":\"done\"}").expect(200);
        assertThat(Problem.of(Reviews.startReview(baton, id, "admin"), 422).detail())
                .contains("admin did the work");
        Reviews.startReview(baton, id, "reviewer-1").expect(200);
    }

    @OnBothDatabases
    void whoOnlyLookedAfterItCan(Baton baton) {
        String id = Reviews.inProgress(baton, "standard");
        baton.admin().move(id, "block", "{\"reason\":\"wait\"}").expect(200);
        baton.admin().move(id, "resume", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", "{\"result\":\"done\"}").expect(200);
        Reviews.startReview(baton, id, "admin").expect(200);
    }

    private static String both(Baton baton) {
        Identities identities = baton.bean(Identities.class);
        if (!identities.knows(BOTH)) {
            identities.createUserWithAnyPassword(BOTH, "demo", List.of("specialist", "reviewer"));
        }
        return BOTH;
    }

    private static String startedBy(Baton baton, String user) {
        String id = Reviews.create(baton, "standard");
        baton.as(user).move(id, "start", "{}").expect(200);
        return id;
    }
}
