-- Lists of tasks that a person comes back to: the query of GET /api/tasks under a name.
CREATE TABLE saved_view (
    user_id    VARCHAR(255)  NOT NULL,
    name       VARCHAR(80)   NOT NULL,
    query      VARCHAR(2000) NOT NULL,
    created_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (user_id, name)
);
