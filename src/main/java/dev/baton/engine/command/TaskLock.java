package dev.baton.engine.command;

import dev.baton.engine.token.TokenMovesRegistry;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Locks the row of the task that a job, execution or user task belongs to. Plain SQL bypasses the engine's cache. */
final class TaskLock {

    /** What the id in a command refers to. */
    enum Part {
        JOB("SELECT process_instance_id_ FROM act_ru_job WHERE id_=?"),
        EXECUTION("SELECT proc_inst_id_ FROM act_ru_execution WHERE id_=?"),
        USER_TASK("SELECT proc_inst_id_ FROM act_ru_task WHERE id_=?"),
        INSTANCE(null),
        BUSINESS_KEY(null);

        private final String instance;

        Part(String instance) {
            this.instance = instance;
        }
    }

    private final JdbcClient jdbc;
    private final TokenMovesRegistry moves;

    TaskLock(JdbcClient jdbc, TokenMovesRegistry moves) {
        this.jdbc = jdbc;
        this.moves = moves;
    }

    void lock(Part part, String id) {
        switch (part) {
            case BUSINESS_KEY -> moves.get().lockTask(id);
            case INSTANCE -> moves.get().lockInstance(id);
            default ->
                jdbc.sql(part.instance).param(id).query(String.class).optional().ifPresent(moves.get()::lockInstance);
        }
    }
}
