-- Assignees of tasks that have several; the first one is in the task's own row.
CREATE TABLE task_assignment (
    user_id VARCHAR(255) NOT NULL,
    task_id VARCHAR(255) NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, task_id)
);
CREATE INDEX task_assignment_task ON task_assignment (task_id);

-- What a search by text looks at. Apart from the task, whose row is written with every move.
CREATE TABLE task_text (
    task_id VARCHAR(255) PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
    text    VARCHAR(2000) NOT NULL
);
INSERT INTO task_text (task_id, text) SELECT id, lower(id || ' ' || title) FROM task;

CREATE INDEX task_created_by ON task (created_by, seq);
CREATE INDEX task_priority ON task (priority, seq);
CREATE INDEX task_updated ON task (updated_at, seq);
CREATE INDEX task_entered ON task (state_entered_at, seq);
