-- Agents that get no work from claims until somebody resumes them.
CREATE TABLE paused_agent (
    user_id   VARCHAR(255) PRIMARY KEY,
    paused_by VARCHAR(255) NOT NULL,
    paused_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    reason    VARCHAR(1000)
);

-- Figures are about the newest steps and runs, and read nothing else.
CREATE INDEX task_transition_time ON task_transition (happened_at);
CREATE INDEX task_record_time ON task_record (name, happened_at);

-- The tasks that somebody holds: few of all.
CREATE INDEX task_held ON task (lease_expires_at);
