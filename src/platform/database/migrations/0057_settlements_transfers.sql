-- Partners are paid by transfers of the payment processor: their accounts, what a payment waits for, and what was taken back.

CREATE TABLE transfer_accounts (
  company_id         text PRIMARY KEY COLLATE "C" REFERENCES companies,
  account            text NOT NULL UNIQUE,
  transfers_enabled  boolean NOT NULL,
  payouts_enabled    boolean NOT NULL,
  currency           text,
  country            text,
  requirements       text[] NOT NULL,
  disabled_reason    text,
  connected_at       timestamptz(3) NOT NULL,
  refreshed_at       timestamptz(3) NOT NULL
);
COMMENT ON TABLE transfer_accounts IS 'Accounts of companies at the payment processor, to which statements with the method processor_transfer are paid.';
COMMENT ON COLUMN transfer_accounts.account IS 'The processor''s id.';
COMMENT ON COLUMN transfer_accounts.transfers_enabled IS 'Whether it can get transfers of ours.';
COMMENT ON COLUMN transfer_accounts.payouts_enabled IS 'Whether the processor pays out to the company''s bank.';
COMMENT ON COLUMN transfer_accounts.currency IS 'In which the processor pays the company. NULL: not known yet.';
COMMENT ON COLUMN transfer_accounts.requirements IS 'What the company has yet to give, by the processor''s names.';
COMMENT ON COLUMN transfer_accounts.refreshed_at IS 'When the processor was asked for all of this: an earlier state does not replace a later one.';

ALTER TABLE settlements
  ADD COLUMN waits_for text CHECK (waits_for IN ('account', 'balance', 'processor'));
COMMENT ON COLUMN settlements.waits_for IS 'Why its payment waits until pay_from: `account`: the company has none that can get transfers. `balance`: ours is too low. `processor`: it failed, and will repeat that for a while. NULL: nothing.';
CREATE INDEX settlements_waiting ON settlements (waits_for, id) WHERE waits_for IS NOT NULL;

ALTER TABLE settlement_transfers
  ADD COLUMN sending integer NOT NULL DEFAULT 1 CHECK (sending > 0),
  ADD COLUMN account text;
COMMENT ON COLUMN settlement_transfers.sending IS 'Part of the idempotency key. It goes up when the processor would only repeat an answer by which nothing was sent.';
COMMENT ON COLUMN settlement_transfers.account IS 'The processor''s account that this sending goes to. NULL: not chosen yet, or sent in another way.';

CREATE INDEX settlement_transfers_reference ON settlement_transfers (reference) WHERE reference IS NOT NULL;

CREATE TABLE transfer_reversals (
  id            text PRIMARY KEY COLLATE "C",
  transfer_id   text NOT NULL REFERENCES settlement_transfers,
  amount_minor  bigint NOT NULL CHECK (amount_minor > 0),
  currency      text NOT NULL,
  earning_id    text,
  reversed_at   timestamptz(3) NOT NULL,
  recorded_at   timestamptz(3) NOT NULL
);
COMMENT ON TABLE transfer_reversals IS 'What was taken back of our transfers at the payment processor, each once.';
COMMENT ON COLUMN transfer_reversals.id IS 'The processor''s.';
COMMENT ON COLUMN transfer_reversals.earning_id IS 'The adjustment by which we owe the amount again. NULL: the transfer had failed here, so it was owed already.';
COMMENT ON COLUMN transfer_reversals.reversed_at IS 'By the processor''s clock.';
CREATE INDEX transfer_reversals_transfer ON transfer_reversals (transfer_id);
