-- Subscriptions that send mail to the people for whom tasks wait; they have no address of their own.
ALTER TABLE webhook ALTER COLUMN url DROP NOT NULL;

-- The user who gets the mail; empty for a delivery to the webhook's URL. Who has got a notice of this kind since then
-- gets no second one.
ALTER TABLE webhook_delivery ADD COLUMN recipient VARCHAR(255) DEFAULT '' NOT NULL;
ALTER TABLE webhook_delivery ADD COLUMN notice VARCHAR(16);
ALTER TABLE webhook_delivery ADD COLUMN notice_since TIMESTAMP(6) WITH TIME ZONE;

CREATE INDEX webhook_delivery_notice ON webhook_delivery (task_id, notice);
