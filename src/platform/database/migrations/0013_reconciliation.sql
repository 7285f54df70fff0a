-- Comparisons of a month's payments, refunds, disputes, fees and transfers with the processor and the bank. A comparison moves no money.
CREATE TABLE reconciliations (
  id            bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  month         text           NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  requested_by  text           NOT NULL,
  started_at    timestamptz(3) NOT NULL,
  read_until    timestamptz(3) NOT NULL, -- End of the compared period: the end of the month, or the start of the run.
  finished_at   timestamptz(3), -- NULL: running or abandoned.
  differences   integer        CHECK (differences >= 0),
  CHECK ((finished_at IS NULL) = (differences IS NULL))
);

-- Accounts that a run has compared. A repeated run continues after them.
CREATE TABLE reconciliation_accounts (
  reconciliation_id  bigint         REFERENCES reconciliations,
  account            text           COLLATE "C", -- Id of an organizer's account at the processor, `platform` for ours, or `bank:` and our IBAN.
  compared_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (reconciliation_id, account)
);

-- Totals of both sides by account, currency and kind. The differences explain every gap.
CREATE TABLE reconciliation_totals (
  reconciliation_id  bigint  REFERENCES reconciliations,
  account            text    COLLATE "C",
  currency           text,
  kind               text    CHECK (kind IN ('payment', 'refund', 'dispute', 'dispute_return', 'fee', 'fee_refund', 'transfer', 'transfer_reversal', 'bank_payment', 'bank_return', 'other')), -- `other`: movements without a counterpart on our side, such as payouts and fees of the processor.
  ours_count         integer NOT NULL, ours_minor bigint NOT NULL,
  theirs_count       integer NOT NULL, theirs_minor bigint NOT NULL,
  PRIMARY KEY (reconciliation_id, account, currency, kind)
);

-- Differences between the two sides, each with a name of a closed list.
CREATE TABLE reconciliation_differences (
  id                 bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id  bigint         NOT NULL REFERENCES reconciliations,
  account            text           COLLATE "C" NOT NULL,
  name               text           NOT NULL,
  object             text           NOT NULL, -- Payment, refund, dispute, fee or transfer, by the other side's id if it has one.
  about              text, -- Our order or statement.
  at                 timestamptz(3) NOT NULL,
  ours_minor         bigint, ours_currency text,
  theirs_minor       bigint, theirs_currency text,
  CHECK ((ours_minor IS NULL) = (ours_currency IS NULL)), CHECK ((theirs_minor IS NULL) = (theirs_currency IS NULL))
);
CREATE INDEX reconciliation_differences_run ON reconciliation_differences (reconciliation_id, id);

-- Movements of both sides during the comparison of an account. Deleted afterwards.
CREATE TABLE reconciliation_entries (
  reconciliation_id  bigint         REFERENCES reconciliations,
  account            text           COLLATE "C",
  subject            text           COLLATE "C", -- The payment, fee or transfer by which the two sides are matched.
  side               text           CHECK (side IN ('ours', 'theirs')),
  id                 text           COLLATE "C", -- Theirs: the id of the movement. Ours: kind and object.
  kind               text           NOT NULL CHECK (kind IN ('payment', 'refund', 'dispute', 'dispute_return', 'fee', 'fee_refund', 'transfer', 'transfer_reversal', 'bank_payment', 'bank_return')),
  object             text           COLLATE "C" NOT NULL,
  amount_minor       bigint         NOT NULL,
  currency           text           NOT NULL,
  at                 timestamptz(3) NOT NULL,
  about              text,
  fee                text, -- Theirs: the fee that the payment brought us.
  fee_minor          bigint         NOT NULL DEFAULT 0, -- Ours: the expected fee, or the expected return of it.
  is_optional        boolean        NOT NULL DEFAULT false,
  is_claimed         boolean        NOT NULL DEFAULT false,
  PRIMARY KEY (reconciliation_id, account, subject, side, id)
);

-- Differences that a person has settled, by what they say: the same difference of a later run is settled too. With another amount it is open again.
CREATE TABLE reconciliation_settled (
  id               bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account          text           COLLATE "C" NOT NULL,
  name             text           NOT NULL,
  object           text           COLLATE "C" NOT NULL,
  ours_minor       bigint, ours_currency text,
  theirs_minor     bigint, theirs_currency text,
  reason           text           NOT NULL,
  settled_by       text           NOT NULL, -- Who proposed it, and who approved it.
  settled_at       timestamptz(3) NOT NULL,
  CONSTRAINT reconciliation_settled_once UNIQUE NULLS NOT DISTINCT (account, name, object, ours_minor, ours_currency, theirs_minor, theirs_currency)
);
