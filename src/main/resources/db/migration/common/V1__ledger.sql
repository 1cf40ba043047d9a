-- The states of every deployed version of a lifecycle: a task can be in no other.
CREATE TABLE lifecycle_state (
    definition_id VARCHAR(64)  NOT NULL,
    lifecycle     VARCHAR(64)  NOT NULL,
    version       INTEGER      NOT NULL,
    state         VARCHAR(64)  NOT NULL,
    terminal      BOOLEAN      NOT NULL,
    PRIMARY KEY (definition_id, state)
);

CREATE TABLE task (
    id                  VARCHAR(255) PRIMARY KEY,
    seq                 BIGINT       GENERATED ALWAYS AS IDENTITY,
    lifecycle           VARCHAR(64)  NOT NULL,
    version             INTEGER      NOT NULL,
    definition_id       VARCHAR(64)  NOT NULL,
    process_instance_id VARCHAR(64)  NOT NULL,
    wait_id             VARCHAR(64),
    state               VARCHAR(64)  NOT NULL,
    terminal            BOOLEAN      NOT NULL,
    title               VARCHAR(1000) NOT NULL,
    priority            INTEGER      NOT NULL,
    assignee            VARCHAR(255),
    attempts            INTEGER      NOT NULL,
    max_attempts        INTEGER      NOT NULL,
    lease_epoch         INTEGER      NOT NULL,
    lease_expires_at    TIMESTAMP(6) WITH TIME ZONE,
    moves               INTEGER      NOT NULL,
    data                TEXT         NOT NULL,
    created_by          VARCHAR(255) NOT NULL,
    created_at          TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    updated_at          TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    state_entered_at    TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    ended_at            TIMESTAMP(6) WITH TIME ZONE,
    abandoned           BOOLEAN      NOT NULL,
    removed             BOOLEAN      NOT NULL,
    satisfied           BOOLEAN      NOT NULL,
    flags               VARCHAR(500) NOT NULL
);

CREATE UNIQUE INDEX task_instance ON task (process_instance_id);
CREATE UNIQUE INDEX task_seq ON task (seq);
CREATE INDEX task_assignee ON task (assignee, seq);

-- Append-only: what happened to a task, one row a transition.
CREATE TABLE task_transition (
    task_id      VARCHAR(255) NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    step         INTEGER      NOT NULL,
    from_state   VARCHAR(64),
    to_state     VARCHAR(64)  NOT NULL,
    trigger_name VARCHAR(255),
    kind         VARCHAR(16)  NOT NULL,
    actor        VARCHAR(255) NOT NULL,
    on_behalf_of VARCHAR(255),
    happened_at  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    payload      TEXT         NOT NULL,
    path         TEXT         NOT NULL,
    event_id     VARCHAR(255),
    PRIMARY KEY (task_id, step)
);

CREATE TABLE task_dependency (
    task_id    VARCHAR(255) NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    blocker_id VARCHAR(255) NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    PRIMARY KEY (task_id, blocker_id)
);

CREATE INDEX task_dependency_blocker ON task_dependency (blocker_id, task_id);

-- Blockers that have ended well and whose dependents have still to be told. Empty most of the time.
CREATE TABLE dependency_wakeup (
    id         BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    blocker_id VARCHAR(255) NOT NULL
);

-- One row: whoever changes dependencies between existing tasks holds it, so that no two changes make a circle together.
CREATE TABLE dependency_lock (
    id INTEGER PRIMARY KEY
);

INSERT INTO dependency_lock (id) VALUES (1);

CREATE TABLE idempotency_key (
    actor        VARCHAR(255) NOT NULL,
    idem_key     VARCHAR(255) NOT NULL,
    request      VARCHAR(64)  NOT NULL,
    status       INTEGER,
    location     VARCHAR(1000),
    answer       TEXT,
    created_at   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (actor, idem_key)
);

CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE api_token (
    id         VARCHAR(64)  PRIMARY KEY,
    user_id    VARCHAR(255) NOT NULL,
    name       VARCHAR(255) NOT NULL,
    token_hash VARCHAR(64)  NOT NULL UNIQUE,
    created_by VARCHAR(255) NOT NULL,
    created_at TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
