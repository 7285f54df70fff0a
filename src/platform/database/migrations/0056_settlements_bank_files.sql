-- Bank transfers to partners: their accounts, the files that a bank takes, and what it says of them.

CREATE TABLE payout_accounts (
  company_id  text PRIMARY KEY COLLATE "C" REFERENCES companies,
  holder      text NOT NULL,
  iban        bytea NOT NULL,
  iban_end    text NOT NULL CHECK (iban_end ~ '^[0-9A-Z]{4}$'),
  bic         text CHECK (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  town        text,
  country     text CHECK (country ~ '^[A-Z]{2}$'),
  changed_at  timestamptz(3) NOT NULL,
  CHECK ((town IS NULL) = (country IS NULL))
);
COMMENT ON TABLE payout_accounts IS 'The bank account to which a company is paid by bank transfer.';
COMMENT ON COLUMN payout_accounts.holder IS 'As the bank has it, in Latin letters.';
COMMENT ON COLUMN payout_accounts.iban IS 'Sealed with ENCRYPTION_KEY.';
COMMENT ON COLUMN payout_accounts.iban_end IS 'Its last four characters, for people.';
COMMENT ON COLUMN payout_accounts.town IS 'With the country, or neither: banks refuse an address in free lines.';

CREATE TABLE bank_files (
  id            text PRIMARY KEY COLLATE "C",
  month         text NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  currency      text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  debtor_iban   text NOT NULL,
  execute_on    date NOT NULL,
  payments      integer NOT NULL CHECK (payments > 0),
  sum_minor     bigint NOT NULL CHECK (sum_minor > 0),
  content       bytea NOT NULL,
  made_at       timestamptz(3) NOT NULL,
  withdrawn_at  timestamptz(3)
);
COMMENT ON TABLE bank_files IS 'Each pain.001 file that was made for a bank. The same file can be had again, never made again.';
COMMENT ON COLUMN bank_files.debtor_iban IS 'Our account.';
COMMENT ON COLUMN bank_files.content IS 'The file, sealed with ENCRYPTION_KEY: it holds the accounts of partners.';
COMMENT ON COLUMN bank_files.withdrawn_at IS 'When finance said that the bank did not get it or refused it: its statements can be paid anew.';
CREATE INDEX bank_files_month ON bank_files (month, made_at);

ALTER TABLE settlement_transfers ADD COLUMN file_id text COLLATE "C" REFERENCES bank_files;
COMMENT ON COLUMN settlement_transfers.file_id IS 'The bank file that carries it; NULL: sent by the payment processor, or recorded by hand.';
CREATE INDEX settlement_transfers_file ON settlement_transfers (file_id) WHERE file_id IS NOT NULL;

CREATE TABLE bank_entries (
  id              text PRIMARY KEY COLLATE "C",
  transfer_id     text NOT NULL REFERENCES settlement_transfers,
  outcome         text NOT NULL CHECK (outcome IN ('paid', 'returned', 'offset', 'paid_twice', 'amount_differs', 'after_withdrawal')),
  amount_minor    bigint NOT NULL,
  currency        text NOT NULL,
  booked_on       date NOT NULL,
  bank_reference  text,
  reason          text,
  imported_at     timestamptz(3) NOT NULL
);
COMMENT ON TABLE bank_entries IS 'What the bank''s statements (camt.053) say of our transfers. An entry counts once, however often it is imported.';
COMMENT ON COLUMN bank_entries.id IS 'A digest of the account, the bank''s reference, ours, direction, amount and day.';
COMMENT ON COLUMN bank_entries.reason IS 'Why the money came back: a code such as AC04, or the bank''s words.';
CREATE INDEX bank_entries_transfer ON bank_entries (transfer_id);
