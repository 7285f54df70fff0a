-- Whoever was an owner shortly before still hears of a new payout account.

CREATE TABLE former_owners (
  company_id  text NOT NULL REFERENCES companies,
  email       text NOT NULL,
  until       timestamptz(3) NOT NULL
);
COMMENT ON TABLE former_owners IS 'Members who were owners in the last 72 hours. They are mailed about a new payout account too, as somebody who takes a company over may remove its owners first.';
COMMENT ON COLUMN former_owners.until IS 'When they stopped being an owner.';
CREATE INDEX former_owners_company ON former_owners (company_id);
CREATE INDEX former_owners_until ON former_owners (until);
