-- The rules that hold even for somebody who writes SQL: states are known, ended is ended, updated_at is true, history stays.
ALTER TABLE task ADD CONSTRAINT task_state_known
    FOREIGN KEY (definition_id, state) REFERENCES lifecycle_state (definition_id, state);
CREATE TRIGGER task_rules BEFORE UPDATE ON task FOR EACH ROW CALL 'dev.baton.database.TaskRules';
CREATE TRIGGER task_transition_stays BEFORE UPDATE ON task_transition FOR EACH ROW CALL 'dev.baton.database.HistoryStays';

-- What claim-next reads, in its order.
CREATE INDEX task_waiting ON task (lifecycle, state, priority, seq);
