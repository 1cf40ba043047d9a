package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Who may review a task, and the number of reviewers by criticality. */
@DatabaseIndependent
class ReviewersTest {

    @OnBothDatabases
    void aTaskIsStandardUnlessItsCreatorSaysOtherwise(Baton baton) {
        String id = baton.create("peer-review");
        assertThat(baton.task(id).at("/data/criticality").asText()).isEqualTo("standard");
        assertThat(baton.task(Reviews.create(baton, "complex"))
                        .at("/data/criticality")
                        .asText())
                .isEqualTo("complex");
        JsonNode answer = baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"peer-review\",\"data\":{\"criticality\":\"huge\",\"reviewOverdue\":\"soon\"}}")
                .expect(422)
                .json();
        assertThat(Json.list(answer.get("errors")))
                .extracting(error -> error.get("field").asText())
                .containsExactlyInAnyOrder("criticality", "reviewOverdue");
    }

    @OnBothDatabases
    void aCreatorCanNotInventReviews(Baton baton) {
        JsonNode answer = baton.admin().post("/api/tasks", """
                {"lifecycle":"peer-review","data":{"round":"x","reviews":[{"verdict":"approved"}],
                 "reviewers":["intern"],"waitingFor":7}}""").expect(422).json();
        assertThat(Json.list(answer.get("errors")))
                .extracting(error -> error.get("field").asText())
                .containsExactlyInAnyOrder("round", "reviews", "reviewers", "waitingFor");
    }

    @OnBothDatabases
    void aStandardTaskTakesExactlyOneReviewer(Baton baton) {
        String id = Reviews.pending(baton, "standard");
        assertRefused(baton, id, "standard takes exactly 1 reviewer, not 2", "reviewer-1", "reviewer-2");
        Reviews.startReview(baton, id, "security-1").expect(200);
    }

    @OnBothDatabases
    void aComplexTaskTakesTwoOrMore(Baton baton) {
        String id = Reviews.pending(baton, "complex");
        assertRefused(baton, id, "complex takes at least 2 reviewers, not 1", "reviewer-1");
        Reviews.startReview(baton, id, "reviewer-1", "security-1").expect(200);
        Reviews.startReview(baton, Reviews.pending(baton, "complex"), "reviewer-1", "reviewer-2", "security-1")
                .expect(200);
    }

    @OnBothDatabases
    void aSecuritySensitiveTaskTakesTwoOrMoreWhoAreAllSecurityReviewers(Baton baton) {
        String id = Reviews.pending(baton, "security-sensitive");
        assertRefused(baton, id, "takes at least 2 reviewers, not 1", "security-1");
        assertRefused(baton, id, "reviewer-1 is not in security-reviewer", "security-1", "reviewer-1");
        assertRefused(baton, id, "reviewer-2 is not in security-reviewer", "security-1", "security-2", "reviewer-2");
        Reviews.startReview(baton, id, "security-1", "security-2").expect(200);
    }

    @OnBothDatabases
    void everyReasonIsToldAtOnce(Baton baton) {
        String id = baton.create("peer-review", "{\"criticality\":\"complex\"}");
        baton.admin().move(id, "start", "{}").expect(200);
        baton.admin().move(id, "complete", "{\"result\":\"done\"}").expect(200);
        JsonNode answer = Reviews.startReview(baton, id, "admin", "intern", "nobody", "admin", "reviewer-1")
                .expect(422)
                .json();
        assertThat(Json.list(answer.get("errors")))
                .allSatisfy(error -> assertThat(error.get("field").asText()).isEqualTo("reviewers"))
                .extracting(error -> error.get("message").asText())
                .containsExactlyInAnyOrder(
                        "admin is named twice",
                        "admin did the work and can't review it",
                        "intern is no reviewer: only members of reviewer or security-reviewer are",
                        "there is no user 'nobody'");
        assertThat(Json.texts(answer.get("allowedTransitions"))).containsExactly("under_review");
    }

    @OnBothDatabases
    void aListThatIsNoneIsRefused(Baton baton) {
        String id = Reviews.pending(baton, "standard");
        for (String reviewers : List.of("[]", "\"reviewer-1\"", "[7]", "[\"\"]", "{}", "null")) {
            baton.as("lead")
                    .move(id, "start-review", "{\"reviewers\":%s}".formatted(reviewers))
                    .expect(422);
        }
        baton.as("lead").move(id, "start-review", "{}").expect(422);
        assertThat(baton.state(id)).isEqualTo("pending_review");
    }

    @OnBothDatabases
    void aReviewAgentCanStartItAndTheWorkerCanNot(Baton baton) {
        String id = Reviews.pending(baton, "standard");
        for (String user : List.of("worker-1", "worker-2", "intern", "specialist")) {
            baton.as(user)
                    .move(id, "start-review", "{\"reviewers\":[\"reviewer-1\"]}")
                    .expect(403);
        }
        baton.as("reviewer-2")
                .move(id, "start-review", "{\"reviewers\":[\"reviewer-2\"]}")
                .expect(200);
        assertThat(Reviews.waitingFor(baton, id)).containsExactly("reviewer-2");
    }

    @OnBothDatabases
    void theTableIsTheOnlyCopyOfTheNumbers(Baton baton) throws IOException {
        String table = Files.readString(Path.of("bpmn", "peer-review.dmn"));
        String lifecycle = deployCopy(
                baton,
                Files.readString(Path.of("bpmn", "peer-review.bpmn")),
                table.replace("<outputEntry id=\"standard_at_least\"><text>1<", "<outputEntry id=\"least\"><text>2<")
                        .replace("<outputEntry id=\"standard_at_most\"><text>1<", "<outputEntry id=\"most\"><text>3<")
                        .replace(
                                "standard_group\"><text>\"reviewer\"", "standard_group\"><text>\"security-reviewer\""));
        String id = pending(baton, lifecycle);
        assertRefused(baton, id, "standard takes 2 to 3 reviewers, not 1", "security-1");
        assertRefused(
                baton, id, "reviewer-1 is not in security-reviewer, as a standard task", "security-1", "reviewer-1");
        Reviews.startReview(baton, id, "security-1", "security-2").expect(200);
    }

    @OnBothDatabases
    void aDiagramFromBeforeThereWasATableFollowsTheShippedOne(Baton baton) throws IOException {
        String diagram = Files.readString(Path.of("bpmn", "peer-review.bpmn"))
                .replaceAll("(?s)<bpmn:businessRuleTask.*?</bpmn:businessRuleTask>", "")
                .replaceAll("(?s)<bpmn:sequenceFlow id=\"reviewers_needed__pending_review\".*?/>", "")
                .replaceAll("(?s)<bpmndi:BPMNDiagram.*</bpmndi:BPMNDiagram>", "")
                .replace("targetRef=\"reviewers_needed\"", "targetRef=\"pending_review\"")
                .replace(">reviewers_needed__pending_review<", ">in_progress__complete<");
        String id = pending(baton, deployCopy(baton, diagram, null));
        assertThat(baton.task(id).at("/data/reviewersNeeded").isMissingNode()).isTrue();
        assertRefused(baton, id, "standard takes exactly 1 reviewer, not 2", "reviewer-1", "reviewer-2");
        Reviews.startReview(baton, id, "reviewer-1").expect(200);
    }

    /** @param table null if there is none */
    private static String deployCopy(Baton baton, String diagram, String table) throws IOException {
        String key = "audit-" + Baton.newId().substring(2, 10);
        Deployment deployment =
                new Deployment().file(key + ".bpmn", diagram.replace("id=\"peer-review\"", "id=\"" + key + "\""));
        try (Stream<Path> schemas = Files.list(Path.of("bpmn", "artifacts", "peer-review"))) {
            for (Path schema : schemas.toList()) {
                deployment.file("artifacts/" + schema.getFileName(), Files.readString(schema));
            }
        }
        if (table != null) {
            deployment.file(key + ".dmn", table);
        }
        deployment.by(baton.admin()).expect(200);
        return key;
    }

    private static String pending(Baton baton, String lifecycle) {
        String id = baton.create(lifecycle);
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", "{\"result\":\"done\"}").expect(200);
        return id;
    }

    private static void assertRefused(Baton baton, String id, String reason, String... reviewers) {
        var before = Traces.of(baton, id);
        JsonNode answer = Reviews.startReview(baton, id, reviewers).expect(422).json();
        assertThat(Json.list(answer.get("errors")))
                .singleElement()
                .satisfies(error -> assertThat(error.get("message").asText()).contains(reason));
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }
}
