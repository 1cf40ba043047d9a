package dev.baton.move;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.Drawing;
import org.junit.jupiter.api.Test;

/** What a diagram writes into a task's data is limited, however often a task goes round a loop. */
class GrowingDataTest {

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void aTextThatIsDoubledEachTimeIsRefusedInTheEnd() {
        String id = task(writing("${task.put('text', task.text.concat(task.text))}"), "{\"text\":\"0123456789\"}");
        assertThat(refusedWithin(id, 20)).contains("text of more than 1000000 characters");
    }

    @Test
    void aNumberThatIsSquaredEachTimeIsRefusedInTheEnd() {
        String id = task(writing("${task.put('n', task.n * task.n)}"), "{\"n\":" + "9".repeat(30) + "}");
        assertThat(refusedWithin(id, 5)).contains("'n' would have more than 100 digits");
    }

    @Test
    void dataThatIsPutIntoItselfEachTimeIsRefusedInTheEnd() {
        String id = task(writing("${task.put('m', task.data)}"), "{}");
        assertThat(refusedWithin(id, 110)).contains("nested in more than 100 levels");
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @Test
    void manyLargeFieldsAreRefusedInTheEnd() {
        String id = task(writing("${task.put(payload.name, task.text)}"), "{\"text\":\"" + "x".repeat(900_000) + "\"}");
        Answer last = null;
        for (int i = 0; i < 12; i++) {
            last = baton.admin().move(id, "again", "{\"name\":\"field" + i + "\"}");
        }
        assertThat(last.status()).isEqualTo(422);
        assertThat(last.body()).contains("the task's data would have more than 10000000 characters");
    }

    @Test
    void manyLargeEntriesAreNotCollected() {
        Drawing drawing = Drawing.good()
                .draw(
                        "open__again",
                        arrow(
                                "open__again",
                                "again",
                                "open_out",
                                "open",
                                properties("requires", "note", "collect", "notes:note")));
        String id = task(drawing, "{}");
        String note = "{\"note\":\"" + "x".repeat(20) + "\"}";
        assertThat(baton.admin().move(id, "again", note).status()).isEqualTo(200);
        baton.sql()
                .sql("UPDATE task SET data=? WHERE id=?")
                .params("{\"notes\":[\"" + "x".repeat(9_999_980) + "\"]}", id)
                .update();
        Answer refused = baton.admin().move(id, "again", note);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("the task's data would have more than 10000000 characters");
    }

    /** The columns of the database would refuse it with an error of the server. */
    @Test
    void titlesAndAssigneesThatCanNotBeKeptAreRefused() {
        String title = "${task.put('title', task.text)}";
        String assignee = "${task.put('assignee', task.text)}";
        String text = "{\"text\":\"" + "x".repeat(501) + "\"}";
        assertThat(refusedWithin(task(writing(title), text), 1)).contains("a title is a text of at most 500");
        assertThat(refusedWithin(task(writing(title), "{}"), 1)).contains("a title is a text of at most 500");
        assertThat(refusedWithin(task(writing(assignee), text), 1)).contains("an assignee is the id of a user");
    }

    private static Drawing writing(String expression) {
        return Drawing.good()
                .draw(
                        "open__again",
                        arrow(
                                "open__again",
                                "again",
                                "open_out",
                                "open",
                                "<bpmn:extensionElements><camunda:executionListener event=\"take\" expression=\""
                                        + expression + "\"/></bpmn:extensionElements>"));
    }

    private String task(Drawing drawing, String data) {
        baton.deploy(drawing);
        return baton.create(drawing.key(), data);
    }

    private String refusedWithin(String id, int moves) {
        for (int i = 0; i < moves; i++) {
            Answer answer = baton.admin().move(id, "again", "{}");
            if (answer.status() != 200) {
                assertThat(answer.status()).isEqualTo(422);
                return answer.body();
            }
        }
        throw new AssertionError(
                "never refused: " + baton.task(id).get("data").toString().length());
    }
}
