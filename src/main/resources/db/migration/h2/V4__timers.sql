-- When a timer is due that the engine has not been told of yet; few tasks have one at a time.
ALTER TABLE task ADD COLUMN timer_due_at TIMESTAMP(6) WITH TIME ZONE;
CREATE INDEX task_timer ON task (timer_due_at);
