-- Pages of the payment processor, refunds that take days, and disputes.

CREATE TABLE checkouts (
  id                 text PRIMARY KEY,
  order_id           text NOT NULL REFERENCES orders,
  account            text NOT NULL,
  state              text NOT NULL CHECK (state IN ('opening', 'open', 'closed', 'paid', 'refused')),
  fee_minor          bigint NOT NULL CHECK (fee_minor >= 0),
  title              text NOT NULL,
  note               text NOT NULL,
  language           text,
  closes_at          timestamptz(3) NOT NULL,
  reference          text UNIQUE,
  url                text,
  payment_reference  text,
  created_at         timestamptz(3) NOT NULL,
  looked_at          timestamptz(3) NOT NULL,
  ended_at           timestamptz(3),
  CHECK ((state = 'paid') = (payment_reference IS NOT NULL)),
  CHECK ((state IN ('opening', 'open')) = (ended_at IS NULL))
);
COMMENT ON TABLE checkouts IS 'Pages of the payment processor on which a buyer can pay an order. While one is open, its order keeps its tickets.';
COMMENT ON COLUMN checkouts.id IS 'The idempotency key with which the page was asked for: asking again gives the same page.';
COMMENT ON COLUMN checkouts.account IS 'Of the organizer, at the processor: it charges the card.';
COMMENT ON COLUMN checkouts.state IS '`opening`: it was asked for, and no answer is written down. `refused`: the processor opened none.';
COMMENT ON COLUMN checkouts.fee_minor IS 'What of the payment goes to us: the partner''s reward and our share.';
COMMENT ON COLUMN checkouts.closes_at IS 'When the processor closes it by itself; we close it with the hold.';
COMMENT ON COLUMN checkouts.reference IS 'The processor''s id of the page.';
COMMENT ON COLUMN checkouts.payment_reference IS 'The processor''s id of the payment.';
COMMENT ON COLUMN checkouts.looked_at IS 'When the processor was last asked about it.';
CREATE UNIQUE INDEX checkouts_one_open ON checkouts (order_id) WHERE ended_at IS NULL;
CREATE INDEX checkouts_looked ON checkouts (looked_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX checkouts_payment ON checkouts (payment_reference) WHERE payment_reference IS NOT NULL;
CREATE INDEX checkouts_order ON checkouts (order_id);

ALTER TABLE refunds
  ADD COLUMN attempt integer NOT NULL DEFAULT 1,
  ADD COLUMN state text CHECK (state IN ('pending', 'succeeded', 'failed')),
  ADD COLUMN failure text;
COMMENT ON COLUMN refunds.attempt IS 'Part of the idempotency key. It goes up when the processor would only repeat a failure.';
COMMENT ON COLUMN refunds.state IS 'What the processor says has become of it. NULL: not sent, or sent before this was kept.';
COMMENT ON COLUMN refunds.failure IS 'Why it failed, in the processor''s words: the money is with the organizer again.';
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (reason IN ('requested', 'late_payment', 'duplicate_payment', 'processor')) NOT VALID;

CREATE TABLE disputes (
  id                 text PRIMARY KEY,
  order_id           text NOT NULL REFERENCES orders,
  payment_reference  text NOT NULL,
  state              text NOT NULL CHECK (state IN ('inquiry', 'open', 'won', 'lost', 'inquiry_closed')),
  amount_minor       bigint NOT NULL CHECK (amount_minor > 0),
  currency           text NOT NULL,
  reason             text NOT NULL,
  reversed_minor     bigint NOT NULL DEFAULT 0 CHECK (reversed_minor >= 0),
  restored           boolean NOT NULL DEFAULT false,
  opened_at          timestamptz(3) NOT NULL,
  changed_at         timestamptz(3) NOT NULL
);
COMMENT ON TABLE disputes IS 'Payments that a buyer''s bank disputes. While one is open or lost, the partner''s earning is reversed.';
COMMENT ON COLUMN disputes.id IS 'The processor''s.';
COMMENT ON COLUMN disputes.state IS '`inquiry`: the bank only asks, and has taken no money.';
COMMENT ON COLUMN disputes.reversed_minor IS 'What was taken from the partner''s earning, in its currency.';
COMMENT ON COLUMN disputes.restored IS 'true: the dispute was won, and the partner has it back.';
CREATE INDEX disputes_order ON disputes (order_id);
