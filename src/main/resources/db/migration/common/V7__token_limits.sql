-- API tokens expire, can be restricted, and say when they were last used.
ALTER TABLE api_token ADD COLUMN expires_at TIMESTAMP(6) WITH TIME ZONE;
ALTER TABLE api_token ADD COLUMN last_used_at TIMESTAMP(6) WITH TIME ZONE;
ALTER TABLE api_token ADD COLUMN read_only BOOLEAN DEFAULT FALSE NOT NULL;
ALTER TABLE api_token ADD COLUMN lifecycles VARCHAR(4000);

-- Tokens that were issued without an end go on for the default time.
UPDATE api_token SET expires_at = CURRENT_TIMESTAMP + INTERVAL '90' DAY;
ALTER TABLE api_token ALTER COLUMN expires_at SET NOT NULL;

CREATE INDEX api_token_user ON api_token (user_id);
