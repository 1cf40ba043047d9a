-- The foreign key from history to task is back: the database itself keeps the two together.
DROP TRIGGER task_gone ON task;
DROP FUNCTION task_gone();
ALTER TABLE task_transition
    ADD CONSTRAINT task_transition_task_id_fkey FOREIGN KEY (task_id) REFERENCES task (id) ON DELETE CASCADE;
