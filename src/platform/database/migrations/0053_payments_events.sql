-- Messages of the payment processor, so that each is applied once.

CREATE TABLE processor_events (
  id           text PRIMARY KEY,
  type         text NOT NULL,
  account      text,
  created_at   timestamptz(3) NOT NULL,
  received_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE processor_events IS 'Messages of the payment processor that were applied, each written in the transaction of what it changed. Their content is not kept: it names cards and buyers.';
COMMENT ON COLUMN processor_events.id IS 'The processor''s.';
COMMENT ON COLUMN processor_events.account IS 'The connected account that it is about. NULL: our own.';
COMMENT ON COLUMN processor_events.created_at IS 'When it happened, by the processor''s clock.';
CREATE INDEX processor_events_received ON processor_events (received_at);
