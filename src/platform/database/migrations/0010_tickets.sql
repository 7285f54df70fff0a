-- One row per seat of a paid order, written in the transaction of the payment.
CREATE TABLE tickets (
  id              text           PRIMARY KEY,
  order_id        text           NOT NULL REFERENCES orders,
  position        smallint       NOT NULL CHECK ("position" > 0), -- Number within the order, from 1.
  event_id        text           NOT NULL, -- Refers to events, as the order.
  ticket_type_id  text           NOT NULL, -- Refers to ticket_types, as the line of the order.
  state           text           NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'used', 'refunded', 'void')),
  code            bytea          NOT NULL, -- Content of the QR code, encrypted, for mails and the order's page.
  code_hash       bytea          NOT NULL UNIQUE, -- SHA-256 of the code. The door looks it up.
  used_at         timestamptz(3),
  used_by         text, -- The organizer key that admitted the ticket.
  ended_at        timestamptz(3),
  refund_id       text, -- Refers to refunds.
  void_reason     text           CHECK (void_reason ~ '^[a-z_]+$') CHECK (void_reason IN ('event_cancelled', 'operator')),
  created_at      timestamptz(3) NOT NULL,
  CHECK (state <> 'used' OR used_at IS NOT NULL), CHECK ((state = 'refunded') = (refund_id IS NOT NULL)),
  CHECK (state <> 'void' OR void_reason IS NOT NULL), CHECK ((state IN ('refunded', 'void')) = (ended_at IS NOT NULL)), UNIQUE (order_id, "position")
);
CREATE INDEX tickets_event ON tickets (event_id, order_id, "position");

-- Links to the pages of paid orders. NULL token: revoked.
CREATE TABLE order_pages (
  order_id    text           PRIMARY KEY REFERENCES orders,
  token       bytea, -- Secret part of the link, encrypted. Every mail of the order repeats it.
  token_hash  bytea          UNIQUE, -- SHA-256 of it.
  created_at  timestamptz(3) NOT NULL,
  announced   jsonb, -- Time and place of the event in the last message to the buyer. NULL: unknown, so every change is announced.
  CHECK ((token IS NULL) = (token_hash IS NULL))
);

-- Mails to buyers, one row per reason. The content is rendered from the order when the mail is sent.
CREATE TABLE ticket_mails (
  id             text           PRIMARY KEY,
  order_id       text           NOT NULL REFERENCES orders,
  kind           text           NOT NULL CHECK (kind IN ('tickets', 'resend', 'corrected', 'refund', 'event', 'returned')),
  reason_key     text           NOT NULL, -- Idempotency key, such as refund/<id>.
  state          text           NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'refused', 'expired', 'dropped')),
  attempts       integer        NOT NULL DEFAULT 0,
  in_doubt       boolean        NOT NULL DEFAULT false, -- true: the result of the last send is unknown. The next mail says that it may be a repeat.
  repeats        integer        NOT NULL DEFAULT 0, -- Number of possible repeats.
  answer         integer, -- Last reply code of the mail server, such as 550.
  number         bigint         GENERATED ALWAYS AS IDENTITY, -- Sending order within an order.
  created_at     timestamptz(3) NOT NULL, ended_at timestamptz(3),
  claimed_until  timestamptz(3), -- Database time until which a worker makes the first attempt. NULL: none.
  CHECK ((state = 'queued') = (ended_at IS NULL)), UNIQUE (order_id, reason_key)
);
CREATE INDEX ticket_mails_queued ON ticket_mails (created_at) WHERE state = 'queued';
CREATE INDEX ticket_mails_refused ON ticket_mails (ended_at) WHERE state = 'refused';

-- Announcements of event changes to buyers, one per change.
CREATE TABLE event_announcements (
  id                text           PRIMARY KEY,
  event_id          text           NOT NULL REFERENCES events ON DELETE CASCADE,
  kind              text           NOT NULL CHECK (kind IN ('cancelled', 'postponed', 'rescheduled', 'moved')),
  state             text           NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'sent', 'stopped', 'superseded')), -- superseded: a newer change replaced this announcement.
  queued            integer        NOT NULL DEFAULT 0, -- Orders with a queued mail.
  number            bigint         GENERATED ALWAYS AS IDENTITY, -- Order of the changes of an event. Only the highest is announced.
  changed_at        timestamptz(3) NOT NULL, ended_at timestamptz(3),
  first_changed_at  timestamptz(3), -- First of several changes in a row before an announcement. NULL: changed_at.
  announce_at       timestamptz(3), -- When the change has settled and is announced. NULL: at once.
  CHECK ((state = 'sending') = (ended_at IS NULL))
);
CREATE INDEX event_announcements_event ON event_announcements (event_id, number);
CREATE INDEX event_announcements_sending ON event_announcements (changed_at) WHERE state = 'sending';

-- Keys for checking tickets at the door. They grant nothing else.
CREATE TABLE organizer_keys (
  id            text           PRIMARY KEY,
  organizer_id  text           NOT NULL REFERENCES organizers,
  name          text           NOT NULL,
  hash          bytea          NOT NULL UNIQUE, -- SHA-256 of the key, which was shown once.
  last_four     text           NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  revoked_at    timestamptz(3)
);
CREATE INDEX organizer_keys_organizer ON organizer_keys (organizer_id);
