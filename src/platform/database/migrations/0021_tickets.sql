-- What a buyer gets: tickets with a code for the door, the order's own page, and the mails that bring both.

CREATE TABLE tickets (
  id           text PRIMARY KEY,
  order_id     text NOT NULL REFERENCES orders,
  position     smallint NOT NULL CHECK (position > 0),
  event_id     text NOT NULL,
  state        text NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'used', 'refunded', 'void')),
  code         bytea NOT NULL,
  code_hash    bytea NOT NULL UNIQUE,
  used_at      timestamptz(3),
  used_by      text,
  ended_at     timestamptz(3),
  refund_id    text,
  void_reason  text CHECK (void_reason ~ '^[a-z_]+$'),
  created_at   timestamptz(3) NOT NULL,
  UNIQUE (order_id, position),
  CHECK (state <> 'used' OR used_at IS NOT NULL),
  CHECK ((state = 'refunded') = (refund_id IS NOT NULL)),
  CHECK (state <> 'void' OR void_reason IS NOT NULL),
  CHECK ((state IN ('refunded', 'void')) = (ended_at IS NOT NULL))
);
COMMENT ON TABLE tickets IS 'One row a seat of a paid order, written in the transaction that pays it.';
COMMENT ON COLUMN tickets.position IS 'Which of the order''s tickets it is, from 1.';
COMMENT ON COLUMN tickets.event_id IS 'Refers to events; that of the order.';
COMMENT ON COLUMN tickets.code IS 'What the QR code says, encrypted: for mails and the order''s page.';
COMMENT ON COLUMN tickets.code_hash IS 'SHA-256 of the code: the door finds a ticket by it.';
COMMENT ON COLUMN tickets.used_by IS 'The organizer''s key that let it in.';
COMMENT ON COLUMN tickets.refund_id IS 'Refers to refunds; the one that paid it back.';
CREATE INDEX tickets_event ON tickets (event_id, order_id, position);

CREATE TABLE order_pages (
  order_id    text PRIMARY KEY REFERENCES orders,
  token       bytea,
  token_hash  bytea UNIQUE,
  created_at  timestamptz(3) NOT NULL,
  CHECK ((token IS NULL) = (token_hash IS NULL))
);
COMMENT ON TABLE order_pages IS 'The link to the page of each paid order. NULL: revoked, and no new one was made.';
COMMENT ON COLUMN order_pages.token IS 'The secret part of the link, encrypted: every mail of the order repeats it.';
COMMENT ON COLUMN order_pages.token_hash IS 'SHA-256 of it.';

CREATE TABLE ticket_mails (
  id          text PRIMARY KEY,
  order_id    text NOT NULL REFERENCES orders,
  kind        text NOT NULL CHECK (kind IN ('tickets', 'resend', 'corrected', 'refund', 'event')),
  reason_key  text NOT NULL,
  state       text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'refused', 'expired', 'dropped')),
  attempts    integer NOT NULL DEFAULT 0,
  in_doubt    boolean NOT NULL DEFAULT false,
  repeats     integer NOT NULL DEFAULT 0,
  answer      integer,
  number      bigint GENERATED ALWAYS AS IDENTITY,
  created_at  timestamptz(3) NOT NULL,
  ended_at    timestamptz(3),
  UNIQUE (order_id, reason_key),
  CHECK ((state = 'queued') = (ended_at IS NULL))
);
COMMENT ON TABLE ticket_mails IS 'Mails to buyers: one row a reason. They hold no content; a mail is written when it is sent, from the order as it is then.';
COMMENT ON COLUMN ticket_mails.reason_key IS 'What is told once, such as refund/<id>.';
COMMENT ON COLUMN ticket_mails.in_doubt IS 'It was handed over in an attempt whose end nobody knows: the next one says that it may be a repeat.';
COMMENT ON COLUMN ticket_mails.repeats IS 'How often it was handed over as a possible repeat.';
COMMENT ON COLUMN ticket_mails.number IS 'The order in which an order''s mails are sent.';
COMMENT ON COLUMN ticket_mails.answer IS 'The mail server''s last reply code, such as 550.';
CREATE INDEX ticket_mails_queued ON ticket_mails (created_at) WHERE state = 'queued';

ALTER TABLE mails ADD COLUMN about text;
COMMENT ON COLUMN mails.about IS 'What it is about, such as an order: a mail that is kept to be read is forgotten with it.';
CREATE INDEX mails_about ON mails (about) WHERE about IS NOT NULL;

CREATE TABLE event_notices (
  id          text PRIMARY KEY,
  event_id    text NOT NULL REFERENCES events ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('cancelled', 'postponed', 'rescheduled')),
  state       text NOT NULL DEFAULT 'telling' CHECK (state IN ('telling', 'told', 'stopped', 'superseded')),
  told        integer NOT NULL DEFAULT 0,
  number      bigint GENERATED ALWAYS AS IDENTITY,
  changed_at  timestamptz(3) NOT NULL,
  ended_at    timestamptz(3),
  CHECK ((state = 'telling') = (ended_at IS NULL))
);
COMMENT ON TABLE event_notices IS 'Changes of events that their buyers are told of, once each.';
COMMENT ON COLUMN event_notices.number IS 'The order of changes: of an event, the highest is told.';
COMMENT ON COLUMN event_notices.told IS 'Orders whose mail was queued.';
COMMENT ON COLUMN event_notices.state IS 'superseded: the event changed again, and the newer notice tells everybody.';
CREATE INDEX event_notices_event ON event_notices (event_id, number);
CREATE INDEX event_notices_telling ON event_notices (changed_at) WHERE state = 'telling';

CREATE TABLE organizer_keys (
  id            text PRIMARY KEY,
  organizer_id  text NOT NULL REFERENCES organizers,
  name          text NOT NULL,
  hash          bytea NOT NULL UNIQUE,
  last_four     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  revoked_at    timestamptz(3)
);
COMMENT ON TABLE organizer_keys IS 'Keys with which an organizer checks tickets at the door. They open nothing else.';
COMMENT ON COLUMN organizer_keys.hash IS 'SHA-256 of the key, which was shown once.';
CREATE INDEX organizer_keys_organizer ON organizer_keys (organizer_id);
