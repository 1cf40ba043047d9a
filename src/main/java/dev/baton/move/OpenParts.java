package dev.baton.move;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Flags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The parts of a multi-instance state that are not completed yet, stored in the task's data. */
record OpenParts(Move move) {

    static final String FIELD = "waitingFor";

    /** Who has completed a part; kept only where the diagram has no list of the participants. */
    private static final String DONE_BY = "partsDoneBy";

    List<OpenPart> list() {
        List<OpenPart> open = new ArrayList<>();
        if (inMultiInstanceState()) {
            move.task().data().path(FIELD).forEach(json -> open.add(OpenPart.of((ObjectNode) json)));
        }
        return open;
    }

    OpenPart withUserTask(String id) {
        return find(part -> part.userTask().equals(id));
    }

    OpenPart of(String person) {
        return find(part -> person.equals(part.person()));
    }

    private OpenPart find(Predicate<OpenPart> condition) {
        return list().stream()
                .filter(condition)
                .findFirst()
                .orElseThrow(() -> move.refusal(
                        Reason.CONFLICT, List.of(new Fault("person", "the task does not wait for this person now"))));
    }

    void add(OpenPart part) {
        List<OpenPart> open = list();
        open.add(part);
        write(open);
    }

    void replace(OpenPart old, OpenPart part) {
        write(list().stream()
                .map(other -> other.userTask().equals(old.userTask()) ? part : other)
                .toList());
    }

    void remove(OpenPart part) {
        write(list().stream()
                .filter(other -> !other.userTask().equals(part.userTask()))
                .toList());
    }

    void addDone(String person) {
        move.task().data().withArray(DONE_BY).add(person);
    }

    List<String> doneBy() {
        List<String> people = new ArrayList<>();
        move.task().data().path(DONE_BY).forEach(person -> people.add(person.asText()));
        return people;
    }

    void clear() {
        if (inMultiInstanceState()) {
            move.task().data().remove(List.of(FIELD, DONE_BY));
        }
    }

    private boolean inMultiInstanceState() {
        return move.task().state() != null && move.state().isMultiInstance();
    }

    private void write(List<OpenPart> open) {
        boolean wasOffered = list().stream().anyMatch(OpenParts::isOffered);
        ArrayNode list = move.task().data().putArray(FIELD);
        open.forEach(part -> list.add(part.json()));
        if (open.stream().anyMatch(OpenParts::isOffered)) {
            move.task().flags().add(Flags.OVERDUE);
        } else if (wasOffered) { // otherwise a due date without a timer has passed, and stays passed
            move.task().flags().remove(Flags.OVERDUE);
        }
    }

    /** A late part was offered to a group and not taken yet. */
    private static boolean isOffered(OpenPart part) {
        return part.free() && part.offeredTo() != null;
    }
}
