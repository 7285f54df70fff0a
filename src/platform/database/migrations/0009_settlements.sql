-- Month ends: what was agreed with a company, its statements, their lines and transfers, and who ran what and why
-- (docs/decisions/0011-settlements.md).

CREATE TABLE settlement_terms (
  company_id     text PRIMARY KEY COLLATE "C" REFERENCES companies,
  method         text NOT NULL CHECK (method IN ('processor_transfer', 'bank_transfer')),
  net_days       integer NOT NULL CHECK (net_days BETWEEN 0 AND 365),
  minimum_minor  bigint NOT NULL CHECK (minimum_minor >= 0),
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  minimums       jsonb NOT NULL DEFAULT '{}',
  reference      text,
  changed_at     timestamptz(3) NOT NULL
);
COMMENT ON TABLE settlement_terms IS 'How a company is paid. A company without a row gets no statements.';
COMMENT ON COLUMN settlement_terms.net_days IS 'Days from the end of the month to the day the statement is due.';
COMMENT ON COLUMN settlement_terms.minimum_minor IS 'The smallest amount worth a transfer, in `currency`. The same number counts in every other currency that is not in `minimums`.';
COMMENT ON COLUMN settlement_terms.minimums IS 'Minimums agreed for other currencies, in minor units: {"JPY": 5000}.';
COMMENT ON COLUMN settlement_terms.reference IS 'The company''s own, such as a purchase order. Statements and transfers carry it.';

CREATE TABLE settlement_runs (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key            text NOT NULL UNIQUE,
  kind           text NOT NULL CHECK (kind IN ('close', 'rerun', 'void', 'pay', 'adjust')),
  month          text CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  company_id     text REFERENCES companies,
  currency       text,
  requested_by   text NOT NULL,
  reason         text NOT NULL,
  status         text NOT NULL CHECK (status IN ('running', 'finished', 'refused')),
  result         jsonb,
  started_at     timestamptz(3) NOT NULL,
  finished_at    timestamptz(3)
);
COMMENT ON TABLE settlement_runs IS 'Every close, rerun, void, payment and adjustment that somebody or the Schedule asked for.';
COMMENT ON COLUMN settlement_runs.key IS 'The id of the workflow and of its first run, or random for a command.';
COMMENT ON COLUMN settlement_runs.company_id IS 'NULL: all companies.';
CREATE INDEX settlement_runs_month ON settlement_runs (month, kind, id);
CREATE INDEX settlement_runs_company ON settlement_runs (company_id, id);

CREATE TABLE settlements (
  id                 text PRIMARY KEY COLLATE "C",
  company_id         text NOT NULL COLLATE "C" REFERENCES companies,
  currency           text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  month              text NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  version            integer NOT NULL CHECK (version > 0),
  run_id             bigint NOT NULL REFERENCES settlement_runs,
  period_start       date NOT NULL,
  period_end         date NOT NULL,
  due_on             date NOT NULL,
  amount_minor       bigint NOT NULL,
  lines              integer NOT NULL CHECK (lines > 0),
  status             text NOT NULL CHECK (status IN ('carried', 'issued', 'paying', 'paid', 'failed', 'void')),
  method             text NOT NULL,
  reference          text,
  payment_reference  text,
  pay_from           timestamptz(3),
  attempts           integer NOT NULL DEFAULT 0,
  failure            text,
  issued_at          timestamptz(3) NOT NULL,
  paid_at            timestamptz(3),
  lines_paid_at      timestamptz(3),
  changed_at         timestamptz(3) NOT NULL,
  UNIQUE (company_id, currency, month, version),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CHECK (status <> 'paid' OR payment_reference IS NOT NULL),
  CHECK (status IN ('carried', 'void') OR amount_minor > 0)
);
COMMENT ON TABLE settlements IS 'Statements: one a company, currency and month, and another version of it after each rerun. Amount and lines never change.';
COMMENT ON COLUMN settlements.run_id IS 'The run that wrote it.';
COMMENT ON COLUMN settlements.lines IS 'How many lines it has.';
COMMENT ON COLUMN settlements.method IS 'How it is paid, as the terms said then.';
COMMENT ON COLUMN settlements.payment_reference IS 'The payment as the processor or the bank knows it.';
COMMENT ON COLUMN settlements.pay_from IS 'When the next transfer is attempted. NULL: none is planned.';
COMMENT ON COLUMN settlements.failure IS 'Why the last transfer was refused.';
COMMENT ON COLUMN settlements.lines_paid_at IS 'When the last of its earnings had become `paid`.';
CREATE UNIQUE INDEX settlements_one_valid ON settlements (company_id, currency, month) WHERE status <> 'void';
CREATE INDEX settlements_newest ON settlements (company_id, period_end DESC, currency, version DESC);
CREATE INDEX settlements_month ON settlements (month, company_id);
CREATE INDEX settlements_unpaid ON settlements (pay_from) WHERE status IN ('issued', 'paying', 'failed');
CREATE INDEX settlements_lines_unpaid ON settlements (paid_at) WHERE status = 'paid' AND lines_paid_at IS NULL;

CREATE TABLE settlement_lines (
  settlement_id      text NOT NULL COLLATE "C" REFERENCES settlements,
  earning_id         text NOT NULL COLLATE "C" REFERENCES earnings,
  commission_minor   bigint NOT NULL,
  transaction_minor  bigint,
  live               boolean NOT NULL,
  PRIMARY KEY (settlement_id, earning_id)
);
COMMENT ON TABLE settlement_lines IS 'What a statement listed when it was written. Kept after it was void or its lines were carried to the next one.';
COMMENT ON COLUMN settlement_lines.live IS 'true: the statement is issued, paying, paid or failed.';
-- The last guard: no earning on two live statements.
CREATE UNIQUE INDEX settlement_lines_one_live ON settlement_lines (earning_id) WHERE live;

CREATE TABLE settlement_transfers (
  id             text PRIMARY KEY,
  settlement_id  text NOT NULL REFERENCES settlements,
  attempt        integer NOT NULL CHECK (attempt > 0),
  state          text NOT NULL CHECK (state IN ('begun', 'succeeded', 'failed')),
  sent_at        timestamptz(3),
  reference      text,
  failure        text,
  begun_at       timestamptz(3) NOT NULL,
  ended_at       timestamptz(3),
  UNIQUE (settlement_id, attempt)
);
COMMENT ON TABLE settlement_transfers IS 'Each attempt to pay a statement.';
COMMENT ON COLUMN settlement_transfers.id IS 'What the processor knows it by: repeating it moves the money once.';
COMMENT ON COLUMN settlement_transfers.sent_at IS 'Set before the first sending: from then on it may have arrived.';
-- A statement is paid once, whatever is asked for.
CREATE UNIQUE INDEX settlement_transfers_once ON settlement_transfers (settlement_id) WHERE state <> 'failed';

CREATE FUNCTION guard_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.company_id, NEW.currency, NEW.month, NEW.version, NEW.amount_minor, NEW.lines, NEW.issued_at)
     IS DISTINCT FROM (OLD.id, OLD.company_id, OLD.currency, OLD.month, OLD.version, OLD.amount_minor, OLD.lines, OLD.issued_at) THEN
    RAISE EXCEPTION 'a statement keeps its amount: void it and issue another' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (OLD.status || '>' || NEW.status = ANY (ARRAY[
       'carried>void', 'issued>paying', 'issued>paid', 'issued>void', 'paying>paid', 'paying>failed', 'failed>paying', 'failed>paid', 'failed>void'])) THEN
    RAISE EXCEPTION 'a statement cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION guard_settlement IS 'A statement keeps its identity, amount and lines, and goes only from one status to the next.';

CREATE TRIGGER guard BEFORE UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION guard_settlement();
CREATE TRIGGER kept BEFORE DELETE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER kept BEFORE DELETE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
