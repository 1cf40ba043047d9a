-- Claim-next hands out what nobody is assigned to, and reads nothing else.
DROP INDEX task_waiting;
CREATE INDEX task_waiting ON task (lifecycle, state, priority, seq)
    WHERE ended_at IS NULL AND assignee IS NULL AND attempts < max_attempts;

-- No way to find tasks without an assignee: a planner without statistics would read all of them for the next one.
DROP INDEX task_assignee;
CREATE INDEX task_assignee ON task (assignee, seq) WHERE assignee IS NOT NULL;
