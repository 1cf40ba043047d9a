-- The rules that hold even for somebody who writes SQL: states are known, ended is ended, updated_at
-- is true, history stays. A foreign key to the states would have every move lock the same few rows there.
CREATE FUNCTION task_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM lifecycle_state WHERE definition_id = NEW.definition_id AND state = NEW.state) THEN
        RAISE EXCEPTION 'the lifecycle of task % has no state %', NEW.id, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        RETURN NEW;
    END IF;
    IF OLD.terminal AND NEW.state <> OLD.state THEN
        RAISE EXCEPTION 'the state of task % is %, which is terminal: it can''t change', OLD.id, OLD.state
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.updated_at = OLD.updated_at THEN
        NEW.updated_at := clock_timestamp();
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER task_rules BEFORE INSERT OR UPDATE ON task FOR EACH ROW EXECUTE FUNCTION task_rules();

CREATE FUNCTION task_transition_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the history of task % is append-only', OLD.task_id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER task_transition_stays BEFORE UPDATE ON task_transition
    FOR EACH ROW EXECUTE FUNCTION task_transition_stays();

-- What claim-next reads, in its order; ended tasks are no part of it, however many there are.
CREATE INDEX task_waiting ON task (lifecycle, state, priority, seq) WHERE ended_at IS NULL;
