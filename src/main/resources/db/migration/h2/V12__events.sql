-- What has happened, for listeners and webhooks. A row is written in the transaction of the change, without a number:
-- transactions commit in another order than they take values of a sequence, and a reader that remembers the highest
-- number it has seen would miss the late ones. Numbers are given afterwards, by one transaction at a time.
CREATE TABLE task_event (
    id           BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number       BIGINT,
    kind         VARCHAR(16)  NOT NULL,
    task_id      VARCHAR(255),
    lifecycle    VARCHAR(64)  NOT NULL,
    from_state   VARCHAR(64),
    to_state     VARCHAR(64),
    trigger_name VARCHAR(255),
    actor        VARCHAR(255) NOT NULL,
    happened_at  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    detail       TEXT
);

CREATE UNIQUE INDEX task_event_number ON task_event (number);

-- One row: whoever gives numbers holds it. listened_until: some server has listeners, the others notify it.
CREATE TABLE event_head (
    id             INTEGER PRIMARY KEY,
    last_number    BIGINT  NOT NULL,
    removed_to     BIGINT  NOT NULL,
    listened_until TIMESTAMP(6) WITH TIME ZONE NOT NULL
);

INSERT INTO event_head (id, last_number, removed_to, listened_until) VALUES (1, 0, 0, TIMESTAMP '2000-01-01 00:00:00');

CREATE TABLE webhook (
    id           VARCHAR(64)   PRIMARY KEY,
    url          VARCHAR(2000) NOT NULL,
    secret       VARCHAR(100)  NOT NULL,
    filter       TEXT          NOT NULL,
    format       VARCHAR(16)   NOT NULL,
    description  VARCHAR(1000),
    created_by   VARCHAR(255)  NOT NULL,
    created_at   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    after_number BIGINT        NOT NULL
);

-- One row: up to which event deliveries have been queued.
CREATE TABLE webhook_position (
    id     INTEGER PRIMARY KEY,
    number BIGINT  NOT NULL
);

INSERT INTO webhook_position (id, number) VALUES (1, 0);

CREATE TABLE webhook_delivery (
    number           BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id       VARCHAR(64)  NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    event_number     BIGINT,
    kind             VARCHAR(16)  NOT NULL,
    task_id          VARCHAR(255),
    body             TEXT         NOT NULL,
    status           VARCHAR(16)  NOT NULL,
    attempts         INTEGER      NOT NULL,
    created_at       TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    first_attempt_at TIMESTAMP(6) WITH TIME ZONE,
    next_attempt_at  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    answered_at      TIMESTAMP(6) WITH TIME ZONE,
    answer_status    INTEGER,
    answer_millis    INTEGER,
    failure          VARCHAR(500)
);

CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, number);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, status, next_attempt_at);
CREATE INDEX webhook_delivery_order ON webhook_delivery (webhook_id, task_id, status, number);
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
