-- Payment terms of companies. A company without a row gets no statements.
CREATE TABLE settlement_terms (
  company_id     text           COLLATE "C" PRIMARY KEY REFERENCES companies,
  method         text           NOT NULL CHECK (method IN ('processor_transfer', 'bank_transfer')),
  net_days       integer        NOT NULL CHECK (net_days >= 0 AND net_days <= 365), -- Days from the end of the month to the due date.
  minimum_minor  bigint         NOT NULL CHECK (minimum_minor >= 0), -- Smallest amount to pay, in `currency`. The same number applies to currencies that are not in `minimums`.
  currency       text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  minimums       jsonb          NOT NULL DEFAULT '{}', -- Minimums for other currencies in minor units: {"JPY": 5000}.
  reference      text, -- The company's reference, such as a purchase order. Statements and transfers carry it.
  changed_at     timestamptz(3) NOT NULL
);

-- Closes, reruns, voids, payments and adjustments, each with its requester and reason.
CREATE TABLE settlement_runs (
  id            bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key           text           NOT NULL UNIQUE, -- Id of the workflow and its first run, or random for a command.
  kind          text           NOT NULL CHECK (kind IN ('close', 'rerun', 'void', 'pay', 'adjust')),
  month         text           CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  company_id    text           REFERENCES companies, -- NULL: all companies.
  currency      text,
  requested_by  text           NOT NULL,
  reason        text           NOT NULL,
  status        text           NOT NULL CHECK (status IN ('running', 'finished', 'refused')),
  result        jsonb,
  started_at    timestamptz(3) NOT NULL,
  finished_at   timestamptz(3)
);
CREATE INDEX settlement_runs_month ON settlement_runs (month, kind, id);
CREATE INDEX settlement_runs_company ON settlement_runs (company_id, id);
CREATE INDEX settlement_runs_adjustment ON settlement_runs (((result ->> 'earningId'))) WHERE kind = 'adjust';
CREATE INDEX settlement_runs_booked ON settlement_runs (((result ->> 'bookedOn'))) WHERE kind = 'adjust'; -- Returns by the day on which the bank booked them.

-- Statements: one per company, currency and month, and a further version after each rerun. Amount and lines never change.
CREATE TABLE settlements (
  id                 text           COLLATE "C" PRIMARY KEY,
  company_id         text           COLLATE "C" NOT NULL REFERENCES companies,
  currency           text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  month              text           NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  version            integer        NOT NULL CHECK (version > 0),
  run_id             bigint         NOT NULL REFERENCES settlement_runs, -- The run that wrote the statement.
  period_start       date           NOT NULL, period_end date NOT NULL, due_on date NOT NULL,
  amount_minor       bigint         NOT NULL, -- What is paid: the sum of the lines and `vat_minor`.
  lines              integer        NOT NULL CHECK (lines > 0), -- Number of lines.
  status             text           NOT NULL CHECK (status IN ('carried', 'issued', 'paying', 'paid', 'failed', 'void')),
  method             text           NOT NULL CHECK (method IN ('processor_transfer', 'bank_transfer')), -- Payment method of the terms at that time.
  reference          text,
  payment_reference  text, -- Id of the payment at the processor or the bank.
  pay_from           timestamptz(3), -- Time of the next payment attempt. NULL: none is planned.
  attempts           integer        NOT NULL DEFAULT 0,
  failure            text, -- Why the last payment was refused.
  issued_at          timestamptz(3) NOT NULL, paid_at timestamptz(3),
  lines_paid_at      timestamptz(3), -- When the last of its earnings became `paid`.
  changed_at         timestamptz(3) NOT NULL,
  number             integer        NOT NULL, -- Consecutive number within the company, from 1, with void statements.
  issuer             jsonb          NOT NULL, -- The issuer at that time: {"name", "address", "tax_id"}.
  recipient          jsonb          NOT NULL, -- The recipient at that time, from company_billing, in the same form.
  waits_for          text           CHECK (waits_for IN ('account', 'new_account', 'balance', 'processor')), -- What delays the payment until pay_from. `account`: no usable account. `new_account`: the account is new. `balance`: our balance is too low. `processor`: the processor fails repeatedly. NULL: nothing.
  settled_minor      bigint         NOT NULL DEFAULT 0, -- What the bank paid beyond the statement and a person has settled.
  vat_minor          bigint         NOT NULL DEFAULT 0, -- VAT on the lines. 0 on a carried statement, which is not paid.
  vat                jsonb, -- As company_vat was at issue: {"treatment", "rate", "note", "self_billing", "base_minor"}. `base_minor`: the lines without payments that are owed again.
  totals             jsonb          NOT NULL, -- The sum of the lines of each kind in minor units: {"sale", "refund", "adjustment"}.
  voided_at          timestamptz(3), -- When it became void.
  paid_on            date, -- Day on which the bank booked the payment. NULL: not paid by bank.
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)), CHECK (status <> 'paid' OR payment_reference IS NOT NULL),
  CHECK (status IN ('carried', 'void') OR amount_minor > 0), UNIQUE (company_id, currency, month, version),
  CONSTRAINT settlements_number UNIQUE (company_id, number), CHECK (vat IS NOT NULL OR vat_minor = 0)
);
CREATE UNIQUE INDEX settlements_one_valid ON settlements (company_id, currency, month) WHERE status <> 'void';
CREATE INDEX settlements_newest ON settlements (company_id, period_end DESC, currency, version DESC);
CREATE INDEX settlements_month ON settlements (month, company_id);
CREATE INDEX settlements_unpaid ON settlements (pay_from) WHERE status IN ('issued', 'paying', 'failed');
CREATE INDEX settlements_lines_unpaid ON settlements (paid_at) WHERE status = 'paid' AND lines_paid_at IS NULL;
CREATE INDEX settlements_waiting ON settlements (waits_for, id) WHERE waits_for IS NOT NULL;
-- A statement keeps everything but its status and its payment. Its status follows the allowed transitions.
CREATE FUNCTION guard_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.company_id, NEW.currency, NEW.month, NEW.version, NEW.amount_minor, NEW.lines, NEW.issued_at, NEW.number, NEW.issuer, NEW.recipient, NEW.vat, NEW.vat_minor, NEW.totals)
     IS DISTINCT FROM (OLD.id, OLD.company_id, OLD.currency, OLD.month, OLD.version, OLD.amount_minor, OLD.lines, OLD.issued_at, OLD.number, OLD.issuer, OLD.recipient, OLD.vat, OLD.vat_minor, OLD.totals) THEN
    RAISE EXCEPTION 'a statement keeps its number, parties, amount and VAT: void it and issue another' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (OLD.status || '>' || NEW.status = ANY (ARRAY[
       'carried>void', 'issued>paying', 'issued>paid', 'issued>void', 'paying>paid', 'paying>failed', 'failed>paying', 'failed>paid', 'failed>void'])) THEN
    RAISE EXCEPTION 'a statement cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION guard_settlement();
CREATE TRIGGER kept BEFORE DELETE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
-- Writes an outbox message for each status of a statement, if a webhook of its company receives statements.
CREATE FUNCTION note_settlement_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, created_at) SELECT 'settlement.status', NEW.id, transaction_timestamp()
  WHERE EXISTS (SELECT FROM delivery_endpoints WHERE company_id = NEW.company_id AND mode = 'live' AND subscribes_settlements AND status <> 'removed');
  RETURN NULL; END $$;
CREATE TRIGGER note_first AFTER INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION note_settlement_status();
CREATE TRIGGER note_next AFTER UPDATE ON settlements FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION note_settlement_status();
-- Assigns the company's next statement number. The writer holds the company's row of settlement_terms.
CREATE FUNCTION number_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.number := (SELECT coalesce(max(number), 0) + 1 FROM settlements WHERE company_id = NEW.company_id);
  RETURN NEW;
END $$;
CREATE TRIGGER numbered BEFORE INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION number_settlement();

-- Lines of statements. They stay after the statement is void or carried.
CREATE TABLE settlement_lines (
  settlement_id      text    COLLATE "C" REFERENCES settlements,
  earning_id         text    COLLATE "C" REFERENCES earnings,
  commission_minor   bigint  NOT NULL, transaction_minor bigint,
  live               boolean NOT NULL, -- true: the statement is issued, paying, paid or failed.
  PRIMARY KEY (settlement_id, earning_id)
);
CREATE UNIQUE INDEX settlement_lines_one_live ON settlement_lines (earning_id) WHERE live; -- Last guard: an earning is on one live statement at most.
CREATE TRIGGER kept BEFORE DELETE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

-- pain.001 files made for a bank. A file can be downloaded again and is never rebuilt.
CREATE TABLE bank_files (
  id            text           COLLATE "C" PRIMARY KEY,
  month         text           NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  currency      text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  debtor_iban   text           NOT NULL, -- Our account.
  execute_on    date           NOT NULL,
  payments      integer        NOT NULL CHECK (payments > 0),
  sum_minor     bigint         NOT NULL CHECK (sum_minor > 0),
  content       bytea          NOT NULL, -- The file, sealed with ENCRYPTION_KEY: it holds partners' account numbers.
  made_at       timestamptz(3) NOT NULL,
  withdrawn_at  timestamptz(3) -- When finance recorded that the bank did not execute the file. Its statements can then be paid again.
);
CREATE INDEX bank_files_month ON bank_files (month, made_at);

-- Attempts to pay a statement.
CREATE TABLE settlement_transfers (
  id                text           PRIMARY KEY, -- Idempotency key at the processor: a repeat moves no money again.
  settlement_id     text           NOT NULL REFERENCES settlements,
  attempt           integer        NOT NULL CHECK (attempt > 0),
  state             text           NOT NULL CHECK (state IN ('begun', 'filed', 'withdrawn', 'refused', 'executed', 'returned')), -- `begun`: the processor has it or gets it. `filed`: in a bank file. `withdrawn`: the file was withdrawn. `refused`: not executed. `executed`: the money left us. `returned`: all of it came back.
  sent_at           timestamptz(3), -- Set before the first send. From then on the payment may exist.
  reference         text, failure text,
  begun_at          timestamptz(3) NOT NULL, ended_at timestamptz(3),
  file_id           text           COLLATE "C" REFERENCES bank_files, -- The bank file that carries it. NULL: sent by the processor or recorded by hand.
  sending           integer        NOT NULL DEFAULT 1 CHECK (sending > 0), -- Part of the idempotency key. Increased when the processor would repeat a stored refusal.
  account           text, -- The processor account that receives it. NULL: not chosen yet, or another method.
  iban_end          text, -- Last four characters of the bank account that receives it. NULL: not known, or another method.
  amount_minor      bigint         NOT NULL CHECK (amount_minor > 0),
  currency          text           NOT NULL,
  executed_minor    bigint         NOT NULL DEFAULT 0 CHECK (executed_minor >= 0), -- What left our account for it.
  returned_minor    bigint         NOT NULL DEFAULT 0 CHECK (returned_minor >= 0), -- What of it came back.
  owed_again_minor  bigint         NOT NULL DEFAULT 0 CHECK (owed_again_minor >= 0), -- What adjustments put on the next statement because it came back or was never paid.
  UNIQUE (settlement_id, attempt), CHECK (returned_minor <= executed_minor)
);
CREATE INDEX settlement_transfers_file ON settlement_transfers (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX settlement_transfers_reference ON settlement_transfers (reference) WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX settlement_transfers_once ON settlement_transfers (settlement_id) WHERE state IN ('begun', 'filed'); -- A statement has one open or successful payment at most.
CREATE INDEX settlement_transfers_open ON settlement_transfers (begun_at) WHERE state IN ('begun', 'filed');

-- Billing data of companies, printed on the next statements.
CREATE TABLE company_billing (
  company_id   text           COLLATE "C" PRIMARY KEY REFERENCES companies,
  legal_name   text           NOT NULL,
  address      text[]         NOT NULL, -- Address lines, as statements print them.
  tax_id       text, -- Several ids are separated by a comma and a space.
  changed_at   timestamptz(3) NOT NULL,
  street       text, -- With town and country: the address in parts. NULL: the address was given in lines.
  street_more  text, -- Second line, such as a floor.
  postal_code  text, town text, region text,
  country      text           CHECK (country ~ '^[A-Z]{2}$'),
  statements_to text, -- Mailbox of the finance department that gets every statement as PDF. NULL: none.
  CONSTRAINT company_billing_address_parts CHECK ((street IS NULL) = (town IS NULL) AND (street IS NULL) = (country IS NULL))
);

-- PDFs of statements, made at the first request. They never change.
CREATE TABLE settlement_documents (
  settlement_id  text           COLLATE "C" REFERENCES settlements,
  edition        text           CHECK (edition IN ('issued', 'void')), -- void: the void statement, marked as such.
  pdf            bytea          NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (settlement_id, edition)
);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON settlement_documents FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

-- Bank accounts of companies for bank transfers.
CREATE TABLE payout_accounts (
  company_id  text           COLLATE "C" PRIMARY KEY REFERENCES companies,
  holder      text           NOT NULL, -- Account holder in Latin letters.
  iban        bytea          NOT NULL, -- Sealed with ENCRYPTION_KEY.
  iban_end    text           NOT NULL CHECK (iban_end ~ '^[0-9A-Z]{4}$'), -- Last four characters, for display.
  bic         text           CHECK (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  town        text, -- Set together with the country: banks refuse unstructured addresses.
  country     text           CHECK (country ~ '^[A-Z]{2}$'),
  changed_at  timestamptz(3) NOT NULL,
  pays_from   timestamptz(3), -- A new account is not paid before this time. NULL: set by an operator, paid at once.
  CHECK ((town IS NULL) = (country IS NULL))
);

-- Each import of a file of the bank that added entries.
CREATE TABLE bank_imports (
  id            bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_by  text           NOT NULL,
  reason        text           NOT NULL,
  imported_at   timestamptz(3) NOT NULL
);

-- Movements on our bank accounts that belong to payments to partners, or may. An entry counts once, however often it is imported.
CREATE TABLE bank_entries (
  id              text           COLLATE "C" PRIMARY KEY, -- A digest of the account, the bank's reference, ours, direction, amount and day.
  transfer_id     text           REFERENCES settlement_transfers, -- The payment that the entry belongs to. NULL: nobody has assigned it.
  outcome         text           NOT NULL CHECK (outcome IN ('paid', 'returned', 'offset', 'paid_twice', 'amount_differs', 'after_withdrawal', 'unassigned', 'confirmed')),
  amount_minor    bigint         NOT NULL,
  currency        text           NOT NULL,
  booked_on       date           NOT NULL,
  bank_reference  text,
  reason          text, -- Why the money came back: a code such as AC04, or the bank's words.
  imported_at     timestamptz(3) NOT NULL,
  import_id       bigint         REFERENCES bank_imports,
  source          text           NOT NULL DEFAULT 'bank' CHECK (source IN ('bank', 'person')), -- `bank`: an imported file has it. `person`: a person recorded it by hand.
  iban            text,
  direction       text           NOT NULL CHECK (direction IN ('debit', 'credit')),
  is_reversal     boolean        NOT NULL DEFAULT false, -- The bank corrects its own booking.
  counts_minor    bigint         CHECK (counts_minor > 0), -- What it counts of the payment, in the payment's currency: the instructed amount where the bank booked charges or another currency. NULL: it counts nothing.
  confirmed_by    text           COLLATE "C" REFERENCES bank_entries -- Of an entry by hand: the bank's entry of the same movement, which counts instead.
);
CREATE INDEX bank_entries_transfer ON bank_entries (transfer_id);
CREATE INDEX bank_entries_unassigned ON bank_entries (imported_at) WHERE transfer_id IS NULL;

-- Accounts of companies at the payment processor, for the method processor_transfer.
CREATE TABLE transfer_accounts (
  company_id         text           COLLATE "C" PRIMARY KEY REFERENCES companies,
  account            text           NOT NULL UNIQUE, -- Id at the processor.
  transfers_enabled  boolean        NOT NULL, -- true: it can receive our transfers.
  payouts_enabled    boolean        NOT NULL, -- true: the processor pays out to the company's bank.
  currency           text, -- Payout currency. NULL: not known yet.
  country            text,
  requirements       text[]         NOT NULL, -- Missing data, by the processor's names.
  disabled_reason    text,
  connected_at       timestamptz(3) NOT NULL,
  refreshed_at       timestamptz(3) NOT NULL, -- Time of the processor's last report. An older report never replaces a newer one.
  pays_from          timestamptz(3) -- A new account is not paid before this time. NULL: connected by an operator, paid at once.
);

-- Reversals of our transfers at the payment processor.
CREATE TABLE transfer_reversals (
  id            text           COLLATE "C" PRIMARY KEY, -- Id at the processor.
  transfer_id   text           NOT NULL REFERENCES settlement_transfers,
  amount_minor  bigint         NOT NULL CHECK (amount_minor > 0),
  currency      text           NOT NULL,
  earning_id    text, -- The adjustment that owes the amount again. NULL: the transfer had failed, so the amount was still owed.
  reversed_at   timestamptz(3) NOT NULL, -- The processor's time.
  recorded_at   timestamptz(3) NOT NULL
);
CREATE INDEX transfer_reversals_transfer ON transfer_reversals (transfer_id);

-- Decisions about payments to partners: proposed by one person, approved or rejected by another.
CREATE TABLE settlement_decisions (
  id            text           COLLATE "C" PRIMARY KEY,
  kind          text           NOT NULL CHECK (kind IN ('assign', 'end_payment', 'settle', 'settle_difference')),
  object        text           NOT NULL, -- The bank entry, payment, statement or difference.
  input         jsonb          NOT NULL,
  effects       text[]         NOT NULL, -- What the decision does, as the proposal showed it, one sentence each. An approval with other effects is refused.
  reason        text           NOT NULL,
  state         text           NOT NULL CHECK (state IN ('proposed', 'applied', 'rejected')),
  requested_by  text           NOT NULL,
  requested_at  timestamptz(3) NOT NULL,
  decided_by    text,
  decided_at    timestamptz(3),
  CHECK (decided_by <> requested_by OR state = 'rejected'), CHECK ((state = 'proposed') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL))
);
CREATE UNIQUE INDEX settlement_decisions_once ON settlement_decisions (kind, object) WHERE state = 'proposed';

-- How statements show VAT, from the next one on. A company without a row: statements mention no VAT.
CREATE TABLE company_vat (
  company_id    text           COLLATE "C" PRIMARY KEY REFERENCES companies,
  treatment     text           NOT NULL CHECK (treatment IN ('none', 'rate', 'reverse_charge')),
  rate          numeric(6,3)   CHECK (rate >= (0)::numeric AND rate < (100)::numeric), -- Percent of the net amount.
  note          text, -- A sentence that statements print, such as the reason for a reverse charge.
  self_billing  boolean        NOT NULL, -- The statement is also the invoice that we issue in the company's name.
  changed_at    timestamptz(3) NOT NULL,
  CHECK ((treatment = 'rate') = (rate IS NOT NULL)), CHECK (treatment <> 'reverse_charge' OR note IS NOT NULL)
);
