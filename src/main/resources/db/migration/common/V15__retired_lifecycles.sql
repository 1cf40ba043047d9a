-- Lifecycles that take no new tasks. Their versions stay, for the tasks that run and for the history.
CREATE TABLE retired_lifecycle (
    lifecycle  VARCHAR(64) PRIMARY KEY,
    retired_at TIMESTAMP WITH TIME ZONE NOT NULL,
    retired_by VARCHAR(255) NOT NULL
);
