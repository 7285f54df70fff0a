-- From where a member acted, which mails each of them gets, and visits of ours to a company's dashboard.

ALTER TABLE audit_log ADD COLUMN address text;
COMMENT ON COLUMN audit_log.address IS 'The IP address of the call. NULL for commands, processes and rows of before this column.';

ALTER TABLE members ADD COLUMN mails text[] CHECK (mails <@ ARRAY['endpoints', 'statements']);
COMMENT ON COLUMN members.mails IS 'The mails that the member gets beside those about their own sign-in. NULL: those of their role.';

CREATE TABLE operator_visits (
  id          text PRIMARY KEY,
  company_id  text NOT NULL REFERENCES companies,
  operator    text NOT NULL CHECK (operator <> ''),
  reason      text NOT NULL CHECK (reason <> ''),
  hash        bytea NOT NULL UNIQUE,
  opened_at   timestamptz(3),
  ends_at     timestamptz(3) NOT NULL
);
COMMENT ON TABLE operator_visits IS 'Operators who look at a company''s dashboard. They can change nothing there. Rows go when the visit is over; the audit log keeps it.';
COMMENT ON COLUMN operator_visits.operator IS 'Who claimed to act: what --by said, or the account of the operating system.';
COMMENT ON COLUMN operator_visits.hash IS 'SHA-256 of the token in the link, and once that was used, of the token in the cookie.';
COMMENT ON COLUMN operator_visits.opened_at IS 'NULL: the link was not used yet.';
COMMENT ON COLUMN operator_visits.ends_at IS 'Of the link, and once that was used, of the visit.';
CREATE INDEX operator_visits_end ON operator_visits (ends_at);
