-- Month ends: what was agreed with a company, its statements, their lines and transfers, and who ran what and why.

-- How a company is paid. Without a row it gets no statements.
CREATE TABLE settlement_terms (
  company_id     text PRIMARY KEY COLLATE "C" REFERENCES companies,
  method         text NOT NULL CHECK (method IN ('processor_transfer', 'bank_transfer')),
  net_days       integer NOT NULL CHECK (net_days BETWEEN 0 AND 365),
  -- The smallest amount worth a transfer, in `currency`; the same number counts in every other currency ...
  minimum_minor  bigint NOT NULL CHECK (minimum_minor >= 0),
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- ... for which nothing of its own was agreed: {"JPY": 5000}, in minor units.
  minimums       jsonb NOT NULL DEFAULT '{}',
  reference      text,
  changed_at     timestamptz(3) NOT NULL
);

-- Every close, rerun, void and payment that somebody or the Schedule asked for.
CREATE TABLE settlement_runs (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key            text NOT NULL UNIQUE,       -- the workflow's id and first run, or random for a command
  kind           text NOT NULL CHECK (kind IN ('close', 'rerun', 'void', 'pay', 'adjust')),
  month          text CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  company_id     text REFERENCES companies,  -- NULL: all of them
  currency       text,
  requested_by   text NOT NULL,
  reason         text NOT NULL,
  status         text NOT NULL CHECK (status IN ('running', 'finished', 'refused')),
  result         jsonb,
  started_at     timestamptz(3) NOT NULL,
  finished_at    timestamptz(3)
);
CREATE INDEX settlement_runs_month ON settlement_runs (month, kind, id);
CREATE INDEX settlement_runs_company ON settlement_runs (company_id, id);

-- Contract: Settlement. `amount_minor` and `lines` never change after the row is written.
CREATE TABLE settlements (
  id                text PRIMARY KEY COLLATE "C",
  company_id        text NOT NULL COLLATE "C" REFERENCES companies,
  currency          text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  month             text NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  version           integer NOT NULL CHECK (version > 0),
  run_id            bigint NOT NULL REFERENCES settlement_runs,
  period_start      date NOT NULL,
  period_end        date NOT NULL,
  due_on            date NOT NULL,
  amount_minor      bigint NOT NULL,
  lines             integer NOT NULL CHECK (lines > 0),
  status            text NOT NULL CHECK (status IN ('carried', 'issued', 'paying', 'paid', 'failed', 'void')),
  method            text NOT NULL,
  reference         text,
  payment_reference text,
  pay_from          timestamptz(3),            -- the next attempt; NULL: none is planned
  attempts          integer NOT NULL DEFAULT 0,
  failure           text,                      -- what the last transfer was refused for
  issued_at         timestamptz(3) NOT NULL,
  paid_at           timestamptz(3),
  lines_paid_at     timestamptz(3),            -- when the last of its earnings had been moved to `paid`
  changed_at        timestamptz(3) NOT NULL,
  UNIQUE (company_id, currency, month, version),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CHECK (status <> 'paid' OR payment_reference IS NOT NULL),
  CHECK (status IN ('carried', 'void') OR amount_minor > 0)
);
CREATE UNIQUE INDEX settlements_one_valid ON settlements (company_id, currency, month) WHERE status <> 'void';
CREATE INDEX settlements_newest ON settlements (company_id, period_end DESC, currency, version DESC);
CREATE INDEX settlements_month ON settlements (month, company_id);
CREATE INDEX settlements_unpaid ON settlements (pay_from) WHERE status IN ('issued', 'paying', 'failed');
CREATE INDEX settlements_lines_unpaid ON settlements (paid_at) WHERE status = 'paid' AND lines_paid_at IS NULL;

-- What a statement listed when it was written, also after it was void or its lines were carried to the next one.
CREATE TABLE settlement_lines (
  settlement_id     text NOT NULL COLLATE "C" REFERENCES settlements,
  earning_id        text NOT NULL COLLATE "C" REFERENCES earnings,
  commission_minor  bigint NOT NULL,
  transaction_minor bigint,
  live              boolean NOT NULL,          -- the statement is issued, paying, paid or failed
  PRIMARY KEY (settlement_id, earning_id)
);
-- The last guard: no entry on two live statements.
CREATE UNIQUE INDEX settlement_lines_one_live ON settlement_lines (earning_id) WHERE live;

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
CREATE TRIGGER guard BEFORE UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION guard_settlement();
CREATE TRIGGER kept BEFORE DELETE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER kept BEFORE DELETE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

-- One row an attempt to move the money. `id` is what the processor knows it by: repeating it moves the money once.
CREATE TABLE settlement_transfers (
  id             text PRIMARY KEY,
  settlement_id  text NOT NULL REFERENCES settlements,
  attempt        integer NOT NULL CHECK (attempt > 0),
  state          text NOT NULL CHECK (state IN ('begun', 'succeeded', 'failed')),
  sent_at        timestamptz(3),               -- set before the first sending: from then on it may have arrived
  reference      text,
  failure        text,
  begun_at       timestamptz(3) NOT NULL,
  ended_at       timestamptz(3),
  UNIQUE (settlement_id, attempt)
);
-- A statement is paid once, whatever is asked for.
CREATE UNIQUE INDEX settlement_transfers_once ON settlement_transfers (settlement_id) WHERE state <> 'failed';

-- What the processor of ours that moves no money has been told, as a real one would remember it.
CREATE TABLE simulated_transfers (
  key            text PRIMARY KEY,
  amount_minor   bigint NOT NULL,
  currency       text NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('succeeded', 'failed')),
  reference      text,
  failure        text,
  sendings       integer NOT NULL DEFAULT 1
);

-- How far the clock of a set-up without real money stands ahead.
CREATE TABLE sandbox_clock (
  only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ahead_ms       bigint NOT NULL CHECK (ahead_ms >= 0)
);
