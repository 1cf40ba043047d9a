-- How many tasks are in each state, apart from removed ones: the sum of all rows of a state, and of the events behind
-- event_number in task_count_head. Whoever adds events to the sums holds the only row there.
CREATE TABLE task_count (
    id        BIGINT      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lifecycle VARCHAR(64) NOT NULL,
    state     VARCHAR(64) NOT NULL,
    abandoned BOOLEAN     NOT NULL,
    tasks     BIGINT      NOT NULL
);

CREATE TABLE task_count_head (
    id           INTEGER PRIMARY KEY,
    event_number BIGINT  NOT NULL
);

INSERT INTO task_count_head (id, event_number) SELECT 1, last_number FROM event_head;

INSERT INTO task_count (lifecycle, state, abandoned, tasks)
SELECT lifecycle, state, abandoned, COUNT(*) FROM task WHERE NOT removed GROUP BY lifecycle, state, abandoned;

-- Events without a number will be added to the sums when they have one.
INSERT INTO task_count (lifecycle, state, abandoned, tasks)
SELECT lifecycle, to_state, FALSE, -COUNT(*) FROM task_event
WHERE number IS NULL AND kind IN ('created', 'transition') GROUP BY lifecycle, to_state;
INSERT INTO task_count (lifecycle, state, abandoned, tasks)
SELECT lifecycle, from_state, FALSE, COUNT(*) FROM task_event
WHERE number IS NULL AND kind IN ('created', 'transition') AND from_state IS NOT NULL GROUP BY lifecycle, from_state;
