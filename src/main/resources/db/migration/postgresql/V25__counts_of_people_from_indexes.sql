-- A person's ended tasks are counted without those that were abandoned: with that in the index, no task has to be read.
DROP INDEX task_ended_assignee;
DROP INDEX task_ended_created_by;
CREATE INDEX task_ended_assignee ON task (assignee, seq) INCLUDE (abandoned)
    WHERE ended_at IS NOT NULL AND NOT removed AND assignee IS NOT NULL;
CREATE INDEX task_ended_created_by ON task (created_by, seq) INCLUDE (abandoned)
    WHERE ended_at IS NOT NULL AND NOT removed;
