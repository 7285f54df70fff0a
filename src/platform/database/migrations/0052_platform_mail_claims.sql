-- A worker may hand a mail over without its workflow: one attempt at a time.

ALTER TABLE mails ADD COLUMN claimed_until timestamptz(3);
COMMENT ON COLUMN mails.claimed_until IS 'Until then a worker is handing the mail over, and nobody else begins.';
