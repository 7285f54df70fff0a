-- Ticket holds that become purchases, and the money that goes back.

CREATE TABLE orders (
  id                 text PRIMARY KEY,
  company_id         text REFERENCES companies,
  key_id             text REFERENCES api_keys,
  mode               text NOT NULL CHECK (mode IN ('test', 'live')),
  source             text NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'buy_link')),
  sub_id             text,
  event_id           text NOT NULL REFERENCES events,
  ticket_type_id     text NOT NULL REFERENCES ticket_types,
  quantity           integer NOT NULL CHECK (quantity BETWEEN 1 AND 20),
  unit_price_minor   bigint CHECK (unit_price_minor >= 0),
  unit_total_minor   bigint NOT NULL,
  total_minor        bigint NOT NULL,
  currency           text NOT NULL,
  status             text NOT NULL CHECK (status IN ('awaiting_payment', 'paid', 'expired', 'cancelled', 'refunded', 'partially_refunded', 'test')),
  buyer_email        text,
  buyer_name         text,
  buyer_erased_at    timestamptz(3),
  checkout_token     text NOT NULL UNIQUE,
  expires_at         timestamptz(3) NOT NULL,
  hold_until         timestamptz(3) NOT NULL,
  paid_at            timestamptz(3),
  closed_at          timestamptz(3),
  payment_reference  text,
  refunded_minor     bigint NOT NULL DEFAULT 0,
  refunded_quantity  integer NOT NULL DEFAULT 0,
  created_at         timestamptz(3) NOT NULL,
  CHECK (refunded_minor BETWEEN 0 AND total_minor),
  CHECK (refunded_quantity BETWEEN 0 AND quantity),
  CONSTRAINT orders_credit CHECK ((company_id IS NULL) = (key_id IS NULL) AND (source = 'buy_link' OR company_id IS NOT NULL)),
  CONSTRAINT orders_erased CHECK (buyer_erased_at IS NULL OR (buyer_email IS NULL AND buyer_name IS NULL))
);
COMMENT ON TABLE orders IS 'Purchases of tickets: a hold while it awaits payment, a sale once it is paid.';
COMMENT ON COLUMN orders.company_id IS 'Who is credited. NULL: bought through a link of the demo or with an unknown code.';
COMMENT ON COLUMN orders.key_id IS 'The key that ordered, or whose code the buy link carried. NULL as company_id is.';
COMMENT ON COLUMN orders.sub_id IS 'The partner''s own mark for the order.';
COMMENT ON COLUMN orders.unit_price_minor IS 'The ticket''s own price when it was ordered, without fees. Percent rewards are a share of it.';
COMMENT ON COLUMN orders.unit_total_minor IS 'What the buyer pays for one ticket, fees and tax included.';
COMMENT ON COLUMN orders.buyer_email IS 'Never in an answer, a log line or a workflow. Can be erased without touching the ledger.';
COMMENT ON COLUMN orders.buyer_name IS 'As buyer_email.';
COMMENT ON COLUMN orders.buyer_erased_at IS 'When the buyer''s name and address were erased. From then on a repeated Idempotency-Key is compared without them.';
COMMENT ON COLUMN orders.checkout_token IS 'The secret part of the payment page''s address.';
COMMENT ON COLUMN orders.expires_at IS 'End of the payment page''s session, as partners see it.';
COMMENT ON COLUMN orders.hold_until IS 'End of the hold, two minutes after expires_at: a payment begun in the last second still finds its seats.';
COMMENT ON COLUMN orders.closed_at IS 'When it stopped awaiting payment.';
-- Postgres keeps samples of a column for its planner, and would keep an erased buyer's long after: of these two it takes none.
ALTER TABLE orders
  ALTER COLUMN buyer_email SET STATISTICS 0,
  ALTER COLUMN buyer_name SET STATISTICS 0;
-- The sweeper looks for holds that should have ended.
CREATE INDEX orders_open_holds ON orders (hold_until) WHERE status = 'awaiting_payment';
CREATE INDEX orders_company ON orders (company_id, created_at);
CREATE INDEX orders_event ON orders (event_id);

CREATE TABLE idempotency_keys (
  company_id    text NOT NULL,
  mode          text NOT NULL,
  key           text NOT NULL,
  request_hash  bytea NOT NULL,
  order_id      text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, mode, key)
);
COMMENT ON TABLE idempotency_keys IS 'Idempotency-Key headers of POST /orders and the order each one made. They never expire.';
COMMENT ON COLUMN idempotency_keys.company_id IS 'Refers to companies.';
COMMENT ON COLUMN idempotency_keys.request_hash IS 'SHA-256 of the request. The same key with another request is refused.';
COMMENT ON COLUMN idempotency_keys.order_id IS 'Refers to orders.';

CREATE TABLE refunds (
  id                   text PRIMARY KEY,
  order_id             text NOT NULL REFERENCES orders,
  request_key          text NOT NULL,
  reason               text NOT NULL CHECK (reason IN ('requested', 'late_payment', 'duplicate_payment')),
  cause                text,
  payment_reference    text NOT NULL,
  quantity             integer NOT NULL CHECK (quantity >= 0),
  amount_minor         bigint NOT NULL CHECK (amount_minor > 0),
  currency             text NOT NULL,
  created_at           timestamptz(3) NOT NULL,
  sent_at              timestamptz(3),
  processor_reference  text,
  UNIQUE (order_id, request_key),
  CHECK ((sent_at IS NULL) = (processor_reference IS NULL)),
  CONSTRAINT refunds_cause CHECK (cause IS NULL OR reason = 'late_payment' AND cause IN (
    'order_cancelled', 'event_cancelled', 'event_withdrawn', 'event_over', 'event_postponed', 'payment_too_late', 'sales_ended',
    'sales_not_open', 'price_changed', 'quantity_over_limit', 'tickets_unavailable'))
);
COMMENT ON TABLE refunds IS 'Money that goes back to a buyer. Written in the transaction that decides it; a workflow sends it until the payment processor has taken it.';
COMMENT ON COLUMN refunds.request_key IS 'Names the request: the same key again returns the same refund.';
COMMENT ON COLUMN refunds.cause IS 'Why a payment that came late could not be taken any more.';
COMMENT ON COLUMN refunds.payment_reference IS 'The payment that is refunded, as the processor knows it.';
COMMENT ON COLUMN refunds.quantity IS 'Tickets put back on sale.';
CREATE INDEX refunds_unsent ON refunds (created_at) WHERE sent_at IS NULL;
