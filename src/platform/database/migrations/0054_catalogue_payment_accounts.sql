-- The accounts on which organizers charge cards.

CREATE TABLE payment_accounts (
  organizer_id     text PRIMARY KEY REFERENCES organizers,
  account          text NOT NULL UNIQUE,
  charges_enabled  boolean NOT NULL,
  currency         text,
  country          text,
  requirements     text[] NOT NULL,
  disabled_reason  text,
  connected_at     timestamptz(3) NOT NULL,
  refreshed_at     timestamptz(3) NOT NULL
);
COMMENT ON TABLE payment_accounts IS 'Accounts of organizers at the payment processor. Live tickets are sold only where the organizer can charge cards.';
COMMENT ON COLUMN payment_accounts.account IS 'The processor''s id.';
COMMENT ON COLUMN payment_accounts.currency IS 'In which the processor pays the organizer. NULL: not known yet.';
COMMENT ON COLUMN payment_accounts.requirements IS 'What the organizer has yet to give, by the processor''s names.';
COMMENT ON COLUMN payment_accounts.refreshed_at IS 'When the processor said all of this.';
