-- The first attempt of a mail is made without a workflow: nobody else makes one meanwhile.
ALTER TABLE ticket_mails ADD COLUMN claimed_until timestamptz(3);
COMMENT ON COLUMN ticket_mails.claimed_until IS 'Until then a worker is making the first attempt, by the clock of the database; null: none is.';
