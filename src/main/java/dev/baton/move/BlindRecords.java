package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.lifecycle.State;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.springframework.stereotype.Component;

/**
 * Hides what others have said in a multi-instance state from those who still have to do their own part of it, for the records
 * that the diagram names with {@code blind}.
 */
@Component
public class BlindRecords {

    private final Lifecycles lifecycles;

    BlindRecords(Lifecycles lifecycles) {
        this.lifecycles = lifecycles;
    }

    /** The records of the task that the reader may see now. Earlier stays in the state are open to everybody. */
    public Predicate<TaskRecord> visibleTo(Actor reader, Task task) {
        if (task.ended() || !task.data().has(OpenParts.FIELD)) {
            return record -> true;
        }
        State state = lifecycles.of(task.definitionId()).lifecycle().state(task.state());
        if (!state.isMultiInstance()
                || state.multiInstance().blind().isEmpty()
                || !hasOpenPart(reader, task, state.multiInstance())) {
            return record -> true;
        }
        return record -> record.by().equals(reader.id())
                || record.at().isBefore(task.stateEnteredAt())
                || !state.multiInstance().blind().contains(record.name());
    }

    /** A part that is offered to a group is open for its members, but supervisors look after those who are late. */
    private static boolean hasOpenPart(Actor reader, Task task, State.MultiInstance multiInstance) {
        boolean waits = StreamSupport.stream(task.data().path(OpenParts.FIELD).spliterator(), false)
                .anyMatch(part -> reader.id().equals(part.path("person").textValue()));
        boolean offered = !reader.supervises()
                && !isParticipant(reader, task, multiInstance)
                && StreamSupport.stream(task.data().path(OpenParts.FIELD).spliterator(), false)
                        .anyMatch(part -> part.path("free").asBoolean()
                                && reader.in(part.path("offeredTo").asText()));
        return waits || offered;
    }

    private static boolean isParticipant(Actor reader, Task task, State.MultiInstance multiInstance) {
        return multiInstance.participantsField() != null
                && StreamSupport.stream(
                                task.data()
                                        .path(multiInstance.participantsField())
                                        .spliterator(),
                                false)
                        .anyMatch(person -> reader.id().equals(person.textValue()));
    }
}
