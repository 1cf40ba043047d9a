-- When its present holder got a task.
ALTER TABLE task ADD COLUMN claimed_at TIMESTAMP(6) WITH TIME ZONE;

-- Claim-next passes over tasks whose attempts are used up, without reading them.
DROP INDEX task_waiting;
CREATE INDEX task_waiting ON task (lifecycle, state, priority, seq) WHERE ended_at IS NULL AND attempts < max_attempts;

-- Whether a task has ended follows from its state: nobody can unset it first and then change the state.
CREATE OR REPLACE FUNCTION task_state_known() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM lifecycle_state
        WHERE definition_id = NEW.definition_id AND state = NEW.state AND terminal = NEW.terminal;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the lifecycle of task % has no state % that is terminal: %', NEW.id, NEW.state, NEW.terminal
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION task_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.terminal THEN
        RAISE EXCEPTION 'the state of task % is %, which is terminal: it can''t change', OLD.id, OLD.state
            USING ERRCODE = 'check_violation';
    END IF;
    RAISE EXCEPTION 'the state of task % is % and it was abandoned there', OLD.id, OLD.state
        USING ERRCODE = 'check_violation';
END $$;

DROP TRIGGER task_moved ON task;
CREATE TRIGGER task_moved AFTER UPDATE ON task FOR EACH ROW
    WHEN (NEW.state <> OLD.state OR NEW.definition_id <> OLD.definition_id OR NEW.terminal <> OLD.terminal)
    EXECUTE FUNCTION task_state_known();
DROP TRIGGER task_ended ON task;
CREATE TRIGGER task_ended BEFORE UPDATE ON task FOR EACH ROW
    WHEN ((OLD.terminal OR OLD.ended_at IS NOT NULL)
        AND (NEW.state <> OLD.state OR NEW.terminal <> OLD.terminal OR NEW.ended_at IS NULL))
    EXECUTE FUNCTION task_ended();

-- History goes only with its task, and only in a transaction that has a row here: the cleanup.
CREATE TABLE history_removal (
    actor VARCHAR(255) NOT NULL
);

CREATE FUNCTION task_transition_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM history_removal;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the history of tasks is append-only: it goes with its task, by the cleanup'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER task_transition_kept BEFORE DELETE OR TRUNCATE ON task_transition
    FOR EACH STATEMENT EXECUTE FUNCTION task_transition_kept();
