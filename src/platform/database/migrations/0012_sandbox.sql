-- For set-ups without real money.

CREATE TABLE simulated_transfers (
  key            text PRIMARY KEY,
  amount_minor   bigint NOT NULL,
  currency       text NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('succeeded', 'failed')),
  reference      text,
  failure        text,
  sendings       integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE simulated_transfers IS 'What the simulated payment processor, which moves no money, was told, as a real one would remember it.';
COMMENT ON COLUMN simulated_transfers.key IS 'Refers to settlement_transfers.';
COMMENT ON COLUMN simulated_transfers.sendings IS 'How often it was told.';

CREATE TABLE sandbox_clock (
  only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ahead_ms       bigint NOT NULL CHECK (ahead_ms >= 0)
);
COMMENT ON TABLE sandbox_clock IS 'One row, once the clock was moved: how far it is ahead.';
