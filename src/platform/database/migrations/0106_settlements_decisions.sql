-- Decisions of finance about payments, which a second person approves.

CREATE TABLE settlement_decisions (
  id             text PRIMARY KEY COLLATE "C",
  kind           text NOT NULL CHECK (kind IN ('assign', 'end_payment', 'settle', 'settle_difference')),
  object         text NOT NULL,
  input          jsonb NOT NULL,
  effects        text[] NOT NULL,
  reason         text NOT NULL,
  state          text NOT NULL CHECK (state IN ('proposed', 'applied', 'rejected')),
  requested_by   text NOT NULL,
  requested_at   timestamptz(3) NOT NULL,
  decided_by     text CHECK (decided_by <> requested_by OR state = 'rejected'),
  decided_at     timestamptz(3),
  CHECK ((state = 'proposed') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL))
);
COMMENT ON TABLE settlement_decisions IS 'Decisions about payments to partners: proposed by one person, approved or rejected by another.';
COMMENT ON COLUMN settlement_decisions.object IS 'The bank entry, payment, statement or difference.';
COMMENT ON COLUMN settlement_decisions.effects IS 'What the decision does, as the proposal showed it, one sentence each. An approval with other effects is refused.';
CREATE UNIQUE INDEX settlement_decisions_once ON settlement_decisions (kind, object) WHERE state = 'proposed';
