-- Append-only: the lists that grow with a task (reviews, messages, runs), so that a move does not rewrite them.
CREATE TABLE task_record (
    task_id     VARCHAR(255) NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    name        VARCHAR(64)  NOT NULL,
    number      INTEGER      NOT NULL,
    actor       VARCHAR(255) NOT NULL,
    happened_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    document    TEXT         NOT NULL,
    PRIMARY KEY (task_id, name, number)
);
