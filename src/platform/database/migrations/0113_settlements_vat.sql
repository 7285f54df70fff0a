-- VAT on statements, as an operator sets it for each company.

CREATE TABLE company_vat (
  company_id    text PRIMARY KEY COLLATE "C" REFERENCES companies,
  treatment     text NOT NULL CHECK (treatment IN ('none', 'rate', 'reverse_charge')),
  rate          numeric(6, 3) CHECK (rate >= 0 AND rate < 100),
  note          text,
  self_billing  boolean NOT NULL,
  changed_at    timestamptz(3) NOT NULL,
  CHECK ((treatment = 'rate') = (rate IS NOT NULL)),
  CHECK (treatment <> 'reverse_charge' OR note IS NOT NULL)
);
COMMENT ON TABLE company_vat IS 'How statements show VAT, from the next one on. A company without a row: statements mention no VAT.';
COMMENT ON COLUMN company_vat.rate IS 'Percent of the net amount.';
COMMENT ON COLUMN company_vat.note IS 'A sentence that statements print, such as the reason for a reverse charge.';
COMMENT ON COLUMN company_vat.self_billing IS 'The statement is also the invoice that we issue in the company''s name.';

ALTER TABLE settlements
  ADD COLUMN vat_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN vat jsonb,
  ADD COLUMN voided_at timestamptz(3),
  ADD CONSTRAINT settlements_vat_check CHECK (vat IS NOT NULL OR vat_minor = 0);
COMMENT ON COLUMN settlements.amount_minor IS 'What is paid: the sum of the lines and `vat_minor`.';
COMMENT ON COLUMN settlements.vat_minor IS 'VAT on the lines. 0 on a carried statement, which is not paid.';
COMMENT ON COLUMN settlements.vat IS 'As company_vat was at issue: {"treatment", "rate", "note", "self_billing", "base_minor"}. `base_minor`: the lines without payments that are owed again.';
COMMENT ON COLUMN settlements.voided_at IS 'When it became void. NULL also for statements that became void before this column existed.';

CREATE FUNCTION guard_settlement_vat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.vat, NEW.vat_minor) IS DISTINCT FROM (OLD.vat, OLD.vat_minor) THEN
    RAISE EXCEPTION 'a statement keeps its VAT: void it and issue another' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION guard_settlement_vat IS 'A statement keeps its VAT.';
CREATE TRIGGER guard_vat BEFORE UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION guard_settlement_vat();
