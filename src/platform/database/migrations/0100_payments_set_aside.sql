-- Messages of the payment processor that could not be read.
CREATE TABLE processor_events_set_aside (
  id           text PRIMARY KEY,
  type         text NOT NULL,
  mode         text NOT NULL CHECK (mode IN ('test', 'live')),
  account      text,
  object_id    text,
  fault        text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  received_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE processor_events_set_aside IS 'Messages of the payment processor that lack a member we need, and whose object could not be fetched. An operator handles each one.';
COMMENT ON COLUMN processor_events_set_aside.id IS 'Id at the processor.';
COMMENT ON COLUMN processor_events_set_aside.account IS 'The connected account. NULL: our own account.';
COMMENT ON COLUMN processor_events_set_aside.object_id IS 'The object of the message. NULL: the message names none.';
COMMENT ON COLUMN processor_events_set_aside.fault IS 'The missing member, such as dispute.balance_transactions.';
COMMENT ON COLUMN processor_events_set_aside.created_at IS 'The processor''s time.';
