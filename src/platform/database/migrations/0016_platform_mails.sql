-- Outgoing mail. A mail is queued in the transaction of what it tells of, and a workflow hands it to the mail server.

CREATE TABLE mails (
  id               text PRIMARY KEY,
  reason           text NOT NULL CHECK (reason ~ '^[a-z_]+$'),
  idempotency_key  text NOT NULL UNIQUE,
  state            text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'refused', 'expired')),
  content          bytea,
  created_at       timestamptz(3) NOT NULL,
  expires_at       timestamptz(3) NOT NULL,
  ended_at         timestamptz(3),
  CHECK ((state = 'queued') = (ended_at IS NULL)),
  CHECK (state <> 'queued' OR content IS NOT NULL)
);
COMMENT ON TABLE mails IS 'Mails that were queued. A mail loses its content when the mail server has taken it, and its row thirty days later.';
COMMENT ON COLUMN mails.reason IS 'Why it is sent, such as sign_in.';
COMMENT ON COLUMN mails.idempotency_key IS 'What is sent once. Holds nothing of a person.';
COMMENT ON COLUMN mails.content IS 'Recipient, subject, text and HTML, encrypted. A service without a mail server keeps it for /dev/mail.';
COMMENT ON COLUMN mails.expires_at IS 'From then on the mail is worth nothing and is not sent.';
CREATE INDEX mails_queued ON mails (created_at) WHERE state = 'queued';
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
