-- Claim-next hands out what nobody is assigned to, and reads nothing else.
DROP INDEX task_waiting;
CREATE INDEX task_waiting ON task (lifecycle, state, attempts_left, assignee, priority, seq);
