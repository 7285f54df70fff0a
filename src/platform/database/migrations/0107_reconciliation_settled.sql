-- Differences that a person has settled stay settled in later runs.

CREATE TABLE reconciliation_settled (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account          text NOT NULL COLLATE "C",
  name             text NOT NULL,
  object           text NOT NULL COLLATE "C",
  ours_minor       bigint,
  ours_currency    text,
  theirs_minor     bigint,
  theirs_currency  text,
  reason           text NOT NULL,
  settled_by       text NOT NULL,
  settled_at       timestamptz(3) NOT NULL,
  CONSTRAINT reconciliation_settled_once UNIQUE NULLS NOT DISTINCT (account, name, object, ours_minor, ours_currency, theirs_minor, theirs_currency)
);
COMMENT ON TABLE reconciliation_settled IS 'Differences that a person has settled, by what they say: the same difference of a later run is settled too. With another amount it is open again.';
COMMENT ON COLUMN reconciliation_settled.settled_by IS 'Who proposed it, and who approved it.';
