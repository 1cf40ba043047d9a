package dev.baton.move;

import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.SqlWrites;
import dev.baton.engine.token.TasklistEntry;
import dev.baton.engine.token.Token;
import dev.baton.engine.token.TokenMove;
import dev.baton.ledger.Task;
import java.time.Instant;
import java.util.List;

/** What the engine calls during a move: passes each step of the token on to the class that handles it. */
record MoveSteps(Move move, Moves moves) implements TokenMove {

    private Task task() {
        return move.task();
    }

    @Override
    public void begins(Token token) {
        task().processInstanceId(token.processInstanceId());
    }

    @Override
    public void passes(Token token, String element) {
        move.tracker().pass(token, element);
        move.lifecycle()
                .thrownAt(element)
                .ifPresent(message -> moves.extensions().send(move, message));
    }

    @Override
    public void leaves(Token token, String element) {
        move.tracker().leave(token, element);
    }

    @Override
    public void waitsForPerson(String userTaskId) {
        task().waitId(userTaskId);
    }

    @Override
    public boolean raisesError() {
        return move.tracker().exit().raised();
    }

    @Override
    public void leaseRunsOut() {
        move.tracker().loseWork();
    }

    @Override
    public void startsSubtasks() {
        moves.extensions().startSubtasks(move, move.state().subtasks());
    }

    @Override
    public void isDue(Instant date) {
        if (task().timerDueAt() == null || date.isBefore(task().timerDueAt())) {
            task().timerDueAt(date);
        }
    }

    @Override
    public void opens(Part part) {
        move.participants().open(part);
    }

    @Override
    public void reassigns(Part part) {
        move.participants().reassign(part);
    }

    @Override
    public void reassigns(String from, String to) {
        new UserTaskAssignment(move, moves.guards()).reassign(from, to);
    }

    @Override
    public void changes(Candidate candidate) {
        new UserTaskAssignment(move, moves.guards()).change(candidate);
    }

    @Override
    public void completes(Part part) {
        move.participants().complete(part);
    }

    @Override
    public TasklistEntry tasklistEntry() {
        return new TasklistEntry(task().title(), task().priority());
    }

    @Override
    public void ends(Token token) {
        if (!task().ended()) {
            if (token.deleteReason() == null && !token.cancelled()) {
                throw move.refusalAtOrigin(
                        Reason.INVALID,
                        List.of(new Fault(
                                "diagram",
                                "the path through the diagram ends in no state; an admin has to draw an end event with"
                                        + " a property 'state'")));
            }
            move.tracker().abandon(token.deleteReason());
        }
    }

    @Override
    public boolean onlyTimersSince(String timer) {
        return move.tracker().hasPassed(timer) || moves.ledger().onlyTimersSince(task(), timer);
    }

    @Override
    public String trigger() {
        return move.trigger();
    }

    @Override
    public Object value(String name) {
        return moves.values().of(move, name);
    }

    @Override
    public void write(SqlWrites to) {
        moves.write(move, to);
    }
}
