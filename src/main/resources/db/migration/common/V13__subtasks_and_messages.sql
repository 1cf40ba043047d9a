-- The task that a subtask belongs to, and the history entry with which the parent began to wait for it.
ALTER TABLE task ADD COLUMN parent_id VARCHAR(255) REFERENCES task (id) ON DELETE SET NULL;
ALTER TABLE task ADD COLUMN parent_step INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE task ADD COLUMN children INTEGER DEFAULT 0 NOT NULL;
CREATE INDEX task_parent ON task (parent_id, seq);

-- What tasks have to be told after the commit of those that say it. Empty most of the time.
CREATE TABLE task_message (
    id           BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         VARCHAR(16)  NOT NULL,
    task_id      VARCHAR(255) NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    sender       VARCHAR(255) NOT NULL,
    trigger_name VARCHAR(255),
    payload      TEXT         NOT NULL,
    on_behalf_of VARCHAR(255),
    hops         INTEGER      DEFAULT 1 NOT NULL,
    attempts     INTEGER      DEFAULT 0 NOT NULL
);
