-- Each payment instruction has its own state and its own entries of the bank. A statement's status follows from them.

DROP INDEX settlement_transfers_once;
ALTER TABLE settlement_transfers
  ADD COLUMN amount_minor bigint,
  ADD COLUMN currency text,
  ADD COLUMN executed_minor bigint NOT NULL DEFAULT 0 CHECK (executed_minor >= 0),
  ADD COLUMN returned_minor bigint NOT NULL DEFAULT 0 CHECK (returned_minor >= 0),
  ADD COLUMN owed_again_minor bigint NOT NULL DEFAULT 0 CHECK (owed_again_minor >= 0),
  DROP CONSTRAINT settlement_transfers_state_check;
UPDATE settlement_transfers t SET amount_minor = s.amount_minor, currency = s.currency, state = CASE
    WHEN state = 'succeeded' THEN 'executed'
    WHEN state = 'begun' AND file_id IS NOT NULL THEN 'filed'
    WHEN state = 'failed' AND EXISTS (SELECT FROM bank_files f WHERE f.id = t.file_id AND f.withdrawn_at IS NOT NULL) THEN 'withdrawn'
    WHEN state = 'failed' THEN 'refused' ELSE state END,
  executed_minor = CASE WHEN state = 'succeeded' THEN s.amount_minor ELSE 0 END
FROM settlements s WHERE s.id = t.settlement_id;
ALTER TABLE settlement_transfers
  ALTER COLUMN amount_minor SET NOT NULL,
  ALTER COLUMN currency SET NOT NULL,
  ADD CONSTRAINT settlement_transfers_amount_check CHECK (amount_minor > 0),
  ADD CONSTRAINT settlement_transfers_returned_check CHECK (returned_minor <= executed_minor),
  ADD CONSTRAINT settlement_transfers_state_check CHECK (state IN ('begun', 'filed', 'withdrawn', 'refused', 'executed', 'returned'));
CREATE UNIQUE INDEX settlement_transfers_once ON settlement_transfers (settlement_id) WHERE state IN ('begun', 'filed');
CREATE INDEX settlement_transfers_open ON settlement_transfers (begun_at) WHERE state IN ('begun', 'filed');
COMMENT ON TABLE settlement_transfers IS 'Payment instructions: each order to pay a statement, by the payment processor, by a bank file or by hand.';
COMMENT ON COLUMN settlement_transfers.id IS 'The processor''s key, and the end-to-end id of a bank file.';
COMMENT ON COLUMN settlement_transfers.state IS '`begun`: the processor has it or gets it. `filed`: in a bank file. `withdrawn`: the file was withdrawn. `refused`: not executed. `executed`: the money left us. `returned`: all of it came back.';
COMMENT ON COLUMN settlement_transfers.executed_minor IS 'What left our account for it.';
COMMENT ON COLUMN settlement_transfers.returned_minor IS 'What of it came back.';
COMMENT ON COLUMN settlement_transfers.owed_again_minor IS 'What adjustments put on the next statement because it came back or was never paid.';

ALTER TABLE settlements ADD COLUMN settled_minor bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN settlements.settled_minor IS 'What the bank paid beyond the statement and a person has settled.';

CREATE TABLE bank_imports (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_by  text NOT NULL,
  reason        text NOT NULL,
  imported_at   timestamptz(3) NOT NULL
);
COMMENT ON TABLE bank_imports IS 'Each import of a file of the bank that added entries.';

ALTER TABLE bank_entries
  ALTER COLUMN transfer_id DROP NOT NULL,
  ADD COLUMN import_id bigint REFERENCES bank_imports,
  ADD COLUMN source text NOT NULL DEFAULT 'bank' CHECK (source IN ('bank', 'person')),
  ADD COLUMN iban text,
  ADD COLUMN direction text CHECK (direction IN ('debit', 'credit')),
  ADD COLUMN is_reversal boolean NOT NULL DEFAULT false,
  ADD COLUMN counts_minor bigint CHECK (counts_minor > 0),
  ADD COLUMN confirmed_by text COLLATE "C" REFERENCES bank_entries,
  DROP CONSTRAINT bank_entries_outcome_check;
UPDATE bank_entries SET direction = CASE WHEN outcome = 'returned' THEN 'credit' ELSE 'debit' END,
  counts_minor = CASE WHEN outcome = 'amount_differs' THEN NULL ELSE amount_minor END;
ALTER TABLE bank_entries
  ALTER COLUMN direction SET NOT NULL,
  ADD CONSTRAINT bank_entries_outcome_check CHECK (outcome IN ('paid', 'returned', 'offset', 'paid_twice', 'amount_differs', 'after_withdrawal', 'unassigned', 'confirmed'));
UPDATE settlement_transfers t SET executed_minor = greatest(e.debits, e.credits), returned_minor = e.credits,
  owed_again_minor = CASE WHEN state = 'executed' THEN e.credits ELSE 0 END,
  state = CASE WHEN e.debits > e.credits THEN 'executed' ELSE 'returned' END
FROM (SELECT transfer_id, coalesce(sum(counts_minor) FILTER (WHERE direction = 'debit'), 0) AS debits,
        coalesce(sum(counts_minor) FILTER (WHERE direction = 'credit'), 0) AS credits
      FROM bank_entries WHERE counts_minor IS NOT NULL GROUP BY 1) e
WHERE e.transfer_id = t.id;
COMMENT ON TABLE bank_entries IS 'Movements on our bank accounts that belong to payments to partners, or may. An entry counts once, however often it is imported.';
COMMENT ON COLUMN bank_entries.transfer_id IS 'The payment that the entry belongs to. NULL: nobody has assigned it.';
COMMENT ON COLUMN bank_entries.source IS '`bank`: an imported file has it. `person`: a person recorded it by hand.';
COMMENT ON COLUMN bank_entries.is_reversal IS 'The bank corrects its own booking.';
COMMENT ON COLUMN bank_entries.counts_minor IS 'What it counts of the payment, in the payment''s currency: the instructed amount where the bank booked charges or another currency. NULL: it counts nothing.';
COMMENT ON COLUMN bank_entries.confirmed_by IS 'Of an entry by hand: the bank''s entry of the same movement, which counts instead.';
CREATE INDEX bank_entries_unassigned ON bank_entries (imported_at) WHERE transfer_id IS NULL;
