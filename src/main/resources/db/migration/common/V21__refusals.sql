-- How many moves were refused, by day (UTC), lifecycle, trigger and reason. A refusal changes nothing in the ledger, so it is counted here.
CREATE TABLE refusal_count (
    refused_on   DATE         NOT NULL,
    lifecycle    VARCHAR(64)  NOT NULL,
    trigger_name VARCHAR(255) NOT NULL,
    reason       VARCHAR(32)  NOT NULL,
    refusals     BIGINT       NOT NULL,
    PRIMARY KEY (refused_on, lifecycle, trigger_name, reason)
);
