-- A list is about active tasks, about ended ones, or a page of each. A task is in the indexes of one kind at a time, and
-- the many that have ended are in nobody's way.
DROP INDEX task_seq;
DROP INDEX task_active;
DROP INDEX task_state;
DROP INDEX task_priority;
DROP INDEX task_updated;
DROP INDEX task_entered;
DROP INDEX task_assignee;
DROP INDEX task_created_by;
DROP INDEX task_parent;
DROP INDEX task_held;

CREATE INDEX task_active ON task (seq) WHERE ended_at IS NULL AND NOT removed;
CREATE INDEX task_active_state ON task (lifecycle, state, seq) WHERE ended_at IS NULL AND NOT removed;
CREATE INDEX task_active_priority ON task (priority, seq) WHERE ended_at IS NULL AND NOT removed;
CREATE INDEX task_active_updated ON task (updated_at, seq) WHERE ended_at IS NULL AND NOT removed;
CREATE INDEX task_active_entered ON task (state_entered_at, seq) WHERE ended_at IS NULL AND NOT removed;
CREATE INDEX task_active_assignee ON task (assignee, seq)
    WHERE ended_at IS NULL AND NOT removed AND assignee IS NOT NULL;

CREATE INDEX task_ended ON task (seq) WHERE ended_at IS NOT NULL AND NOT removed;
CREATE INDEX task_ended_state ON task (lifecycle, state, seq) WHERE ended_at IS NOT NULL AND NOT removed;
CREATE INDEX task_ended_priority ON task (priority, seq) WHERE ended_at IS NOT NULL AND NOT removed;
CREATE INDEX task_ended_updated ON task (updated_at, seq) WHERE ended_at IS NOT NULL AND NOT removed;
CREATE INDEX task_ended_assignee ON task (assignee, seq)
    WHERE ended_at IS NOT NULL AND NOT removed AND assignee IS NOT NULL;
CREATE INDEX task_ended_created_by ON task (created_by, seq) WHERE ended_at IS NOT NULL AND NOT removed;
-- Also finds what the cleanup deletes, removed tasks among it.
CREATE INDEX task_ended_entered ON task (state_entered_at, seq) WHERE ended_at IS NOT NULL;

CREATE INDEX task_parent ON task (parent_id, seq) WHERE parent_id IS NOT NULL;
CREATE INDEX task_held ON task (lease_expires_at) WHERE lease_expires_at IS NOT NULL AND ended_at IS NULL;

-- That hardly any ready task has ended: without it, the planner expects few tasks and sorts all of them for a page.
CREATE STATISTICS task_states (mcv) ON lifecycle, state, ended_at FROM task;
ANALYZE task;
