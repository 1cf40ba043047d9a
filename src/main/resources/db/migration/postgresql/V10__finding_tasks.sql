CREATE INDEX task_active ON task (seq) WHERE ended_at IS NULL AND NOT removed;
CREATE INDEX task_state ON task (lifecycle, state, seq) WHERE NOT removed;
CREATE INDEX task_flags ON task (seq) WHERE flags <> '';
CREATE INDEX task_abandoned ON task (seq) WHERE abandoned;

-- Where the extension may not be installed, searches by text read all of task_text.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX task_text_parts ON task_text USING gin (text gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;

INSERT INTO task_assignment (user_id, task_id)
SELECT DISTINCT assigned.user_id, task.id
FROM task, jsonb_array_elements_text(task.data::jsonb -> 'assigneeIds') AS assigned (user_id)
WHERE task.data LIKE '%"assigneeIds"%' AND jsonb_typeof(task.data::jsonb -> 'assigneeIds') = 'array';
