-- One table for everything that is limited in time. `sign_in_attempts` is what processes of the version before count in until they
-- are stopped; a later migration drops it.

CREATE TABLE attempt_counts (
  bucket    bytea PRIMARY KEY,
  ends_at   timestamptz(3) NOT NULL,
  attempts  integer NOT NULL
);
COMMENT ON TABLE attempt_counts IS 'How often something limited was tried in its window. A bucket is a keyed hash of what is limited and by whom: it names neither.';
COMMENT ON COLUMN attempt_counts.ends_at IS 'When the window ends, which began with its first attempt.';
CREATE INDEX attempt_counts_ends ON attempt_counts (ends_at);

COMMENT ON TABLE sign_in_attempts IS 'Not used any more.';

-- Addresses are compared as `foldEmail` (src/core/fold-email.ts) folds them. The unique index on lower(email) stays: it refuses more.
CREATE INDEX members_email_folded ON members (lower(email COLLATE "C"));
