-- Statements as documents: who issues them to whom, their numbers, and the documents themselves, kept as they were issued.

CREATE TABLE company_billing (
  company_id  text PRIMARY KEY COLLATE "C" REFERENCES companies,
  legal_name  text NOT NULL,
  address     text[] NOT NULL,
  tax_id      text,
  changed_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE company_billing IS 'The company as its finance department writes it. Statements carry it from the next one on.';
COMMENT ON COLUMN company_billing.address IS 'One line each.';

ALTER TABLE settlements
  ADD COLUMN number integer,
  ADD COLUMN issuer jsonb,
  ADD COLUMN recipient jsonb;
COMMENT ON COLUMN settlements.number IS 'Counts the company''s statements from 1, without gaps, void ones included.';
COMMENT ON COLUMN settlements.issuer IS 'Who issued it, as the service''s settings said then: {"name", "address", "tax_id"}. NULL: written before documents were kept.';
COMMENT ON COLUMN settlements.recipient IS 'To whom, as company_billing said then, in the same form.';

UPDATE settlements s SET number = n.number FROM (
  SELECT id, row_number() OVER (PARTITION BY company_id ORDER BY issued_at, month, currency, version, id) AS number FROM settlements
) n WHERE n.id = s.id;
ALTER TABLE settlements ADD CONSTRAINT settlements_number UNIQUE (company_id, number);

CREATE FUNCTION number_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.number := (SELECT coalesce(max(number), 0) + 1 FROM settlements WHERE company_id = NEW.company_id);
  RETURN NEW;
END $$;
COMMENT ON FUNCTION number_settlement IS 'Gives a statement the next number of its company. Whoever writes one holds the company''s row of settlement_terms.';
CREATE TRIGGER numbered BEFORE INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION number_settlement();

CREATE FUNCTION guard_settlement_parties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.number, NEW.issuer, NEW.recipient) IS DISTINCT FROM (OLD.number, OLD.issuer, OLD.recipient) THEN
    RAISE EXCEPTION 'a statement keeps its number and parties' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION guard_settlement_parties IS 'A statement keeps its number, its issuer and its recipient.';
CREATE TRIGGER guard_parties BEFORE UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION guard_settlement_parties();

CREATE TABLE settlement_documents (
  settlement_id  text NOT NULL COLLATE "C" REFERENCES settlements,
  edition        text NOT NULL CHECK (edition IN ('issued', 'void')),
  pdf            bytea NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (settlement_id, edition)
);
COMMENT ON TABLE settlement_documents IS 'PDFs of statements, made when they are first asked for. They never change.';
COMMENT ON COLUMN settlement_documents.edition IS 'void: the statement after it was taken back, marked as such.';
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON settlement_documents FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
