-- one by one
-- Each month's comparison of our money with the processor's and the bank's.

CREATE TABLE IF NOT EXISTS reconciliations (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  month         text NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  requested_by  text NOT NULL,
  started_at    timestamptz(3) NOT NULL,
  read_until    timestamptz(3) NOT NULL,
  finished_at   timestamptz(3),
  differences   integer CHECK (differences >= 0),
  CHECK ((finished_at IS NULL) = (differences IS NULL))
);
COMMENT ON TABLE reconciliations IS 'Runs that compared a month''s payments, refunds, disputes, fees and transfers with the processor and the bank. A run changes no money.';
COMMENT ON COLUMN reconciliations.read_until IS 'The end of the month, or when the run began: what came later was not compared.';
COMMENT ON COLUMN reconciliations.finished_at IS 'NULL: it is running, or was given up.';

CREATE TABLE IF NOT EXISTS reconciliation_accounts (
  reconciliation_id  bigint NOT NULL REFERENCES reconciliations,
  account            text NOT NULL COLLATE "C",
  compared_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (reconciliation_id, account)
);
COMMENT ON TABLE reconciliation_accounts IS 'The accounts that a run has compared: a run that is repeated goes on after them.';
COMMENT ON COLUMN reconciliation_accounts.account IS 'The processor''s id of an organizer''s account, `platform` for ours, or `bank:` with the IBAN of ours.';

CREATE TABLE IF NOT EXISTS reconciliation_totals (
  reconciliation_id  bigint NOT NULL REFERENCES reconciliations,
  account            text NOT NULL COLLATE "C",
  currency           text NOT NULL,
  kind               text NOT NULL,
  ours_count         integer NOT NULL,
  ours_minor         bigint NOT NULL,
  theirs_count       integer NOT NULL,
  theirs_minor       bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, account, currency, kind)
);
COMMENT ON TABLE reconciliation_totals IS 'What both sides have of a month, by account, currency and kind. The differences explain every gap to the cent.';
COMMENT ON COLUMN reconciliation_totals.kind IS '`other`: what is not about us on an organizer''s account, and payouts and fees of the processor on ours.';

CREATE TABLE IF NOT EXISTS reconciliation_differences (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id  bigint NOT NULL REFERENCES reconciliations,
  account            text NOT NULL COLLATE "C",
  name               text NOT NULL,
  object             text NOT NULL,
  about              text,
  at                 timestamptz(3) NOT NULL,
  ours_minor         bigint,
  ours_currency      text,
  theirs_minor       bigint,
  theirs_currency    text,
  CHECK ((ours_minor IS NULL) = (ours_currency IS NULL)),
  CHECK ((theirs_minor IS NULL) = (theirs_currency IS NULL))
);
COMMENT ON TABLE reconciliation_differences IS 'Where the two sides differ, each with a name of a closed list.';
COMMENT ON COLUMN reconciliation_differences.object IS 'The payment, refund, dispute, fee or transfer, by the other side''s id where it has one.';
COMMENT ON COLUMN reconciliation_differences.about IS 'Our order or statement.';
CREATE INDEX IF NOT EXISTS reconciliation_differences_run ON reconciliation_differences (reconciliation_id, id);

CREATE TABLE IF NOT EXISTS reconciliation_entries (
  reconciliation_id  bigint NOT NULL REFERENCES reconciliations,
  account            text NOT NULL COLLATE "C",
  subject            text NOT NULL COLLATE "C",
  side               text NOT NULL CHECK (side IN ('ours', 'theirs')),
  id                 text NOT NULL COLLATE "C",
  kind               text NOT NULL,
  object             text NOT NULL COLLATE "C",
  amount_minor       bigint NOT NULL,
  currency           text NOT NULL,
  at                 timestamptz(3) NOT NULL,
  about              text,
  fee                text,
  fee_minor          bigint NOT NULL DEFAULT 0,
  is_optional        boolean NOT NULL DEFAULT false,
  is_claimed         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (reconciliation_id, account, subject, side, id)
);
COMMENT ON TABLE reconciliation_entries IS 'Movements of both sides while their account is being compared; then they are deleted.';
COMMENT ON COLUMN reconciliation_entries.subject IS 'The payment, fee or transfer that it belongs to: the two sides of a subject are compared.';
COMMENT ON COLUMN reconciliation_entries.id IS 'The processor''s of the movement; ours: kind and object.';
COMMENT ON COLUMN reconciliation_entries.fee IS 'Theirs: the fee that the payment brought us.';
COMMENT ON COLUMN reconciliation_entries.fee_minor IS 'Ours: what of it should come to us, or be returned.';

-- A month's payments and refunds of all organizers, by when they were made.
DROP INDEX CONCURRENTLY IF EXISTS checkouts_paid;
CREATE INDEX CONCURRENTLY checkouts_paid ON checkouts (created_at, id) WHERE payment_reference IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS refunds_sent;
CREATE INDEX CONCURRENTLY refunds_sent ON refunds (sent_at, id) WHERE processor_reference IS NOT NULL;
