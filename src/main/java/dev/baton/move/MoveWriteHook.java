package dev.baton.move;

import dev.baton.database.SqlWrites;

/** Called when a move is written, to add statements that are executed after those of the task. */
public interface MoveWriteHook {

    void write(Move move, SqlWrites to);
}
