-- When its present holder got a task.
ALTER TABLE task ADD COLUMN claimed_at TIMESTAMP(6) WITH TIME ZONE;

-- Claim-next passes over tasks whose attempts are used up, without reading them.
ALTER TABLE task ADD COLUMN attempts_left BOOLEAN GENERATED ALWAYS AS (attempts < max_attempts);
DROP INDEX task_waiting;
CREATE INDEX task_waiting ON task (lifecycle, state, attempts_left, priority, seq);

-- Whether a task has ended follows from its state: nobody can unset it first and then change the state.
ALTER TABLE lifecycle_state ADD CONSTRAINT lifecycle_state_end UNIQUE (definition_id, state, terminal);
ALTER TABLE task DROP CONSTRAINT task_state_known;
ALTER TABLE task ADD CONSTRAINT task_state_known
    FOREIGN KEY (definition_id, state, terminal) REFERENCES lifecycle_state (definition_id, state, terminal);

-- History goes only with its task, and only in a transaction that has a row here: the cleanup.
CREATE TABLE history_removal (
    actor VARCHAR(255) NOT NULL
);
CREATE TRIGGER task_transition_kept BEFORE DELETE ON task_transition FOR EACH ROW CALL 'dev.baton.database.HistoryStays';
