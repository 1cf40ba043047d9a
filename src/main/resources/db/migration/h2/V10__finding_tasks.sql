CREATE INDEX task_active ON task (ended_at, seq);
CREATE INDEX task_flags ON task (flags, seq);
CREATE INDEX task_abandoned ON task (abandoned, seq);

INSERT INTO task_assignment (user_id, task_id)
SELECT DISTINCT REGEXP_SUBSTR(assigned.users, '"([^"]+)"', 1, n.x, '', 1), assigned.id
FROM (
    SELECT id, REGEXP_SUBSTR(data, '"assigneeIds":\[([^\]]*)\]', 1, 1, '', 1) AS users
    FROM task WHERE data LIKE '%"assigneeIds":[%'
) assigned
JOIN SYSTEM_RANGE(1, 50) n ON REGEXP_SUBSTR(assigned.users, '"([^"]+)"', 1, n.x, '', 1) IS NOT NULL;
