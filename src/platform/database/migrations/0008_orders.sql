CREATE SEQUENCE order_hold_batches;
-- Ticket purchases: a hold while payment is awaited, then a sale.
CREATE TABLE orders (
  id                 text           PRIMARY KEY,
  company_id         text           REFERENCES companies, -- The credited company. NULL: demo link or unknown code.
  key_id             text           REFERENCES api_keys, -- The key that ordered, or whose code the buy link carried. NULL if company_id is NULL.
  mode               text           NOT NULL CHECK (mode IN ('test', 'live')),
  source             text           NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'buy_link')),
  sub_id             text, -- The partner's click id.
  event_id           text           NOT NULL REFERENCES events,
  quantity           integer        NOT NULL CHECK (quantity >= 1 AND quantity <= 20), -- Sum of its lines, as total_minor.
  total_minor        bigint         NOT NULL,
  currency           text           NOT NULL,
  status             text           NOT NULL CHECK (status IN ('awaiting_payment', 'paid', 'expired', 'cancelled', 'refunded', 'partially_refunded', 'test')),
  buyer_email        text, -- Never in a response, a log line or a workflow. Erasable without touching the ledger.
  buyer_name         text, -- As buyer_email.
  buyer_erased_at    timestamptz(3), -- When buyer data was erased. A repeated Idempotency-Key is then compared without it.
  checkout_token     text           NOT NULL UNIQUE, -- Secret part of the payment page's address.
  expires_at         timestamptz(3) NOT NULL, -- End of the payment page, as partners see it.
  hold_until         timestamptz(3) NOT NULL, -- End of the hold: expires_at plus two minutes, so that a payment started in the last second keeps its seats.
  paid_at            timestamptz(3),
  closed_at          timestamptz(3), -- When the order stopped awaiting payment.
  payment_reference  text,
  refunded_minor     bigint         NOT NULL DEFAULT 0,
  refunded_quantity  integer        NOT NULL DEFAULT 0,
  created_at         timestamptz(3) NOT NULL,
  language           text           CHECK (language ~ '^[a-z]{2,3}$'), -- Language of the buyer's checkout. NULL: unknown, so English.
  event_seen         jsonb, -- Time and place of the event at the time of the order.
  hold_batch         bigint, -- Number of the shared workflow that ends the hold. NULL: the order has its own workflow.
  request_id         text, -- The API call that placed it.
  traceparent        text, -- W3C Trace Context of the request that placed it. NULL: the trace id follows from request_id.
  return_url         text           CHECK (return_url LIKE 'https://%'), -- The partner's address that the order page leads back to.
  version            integer        NOT NULL DEFAULT 1 CHECK (version >= 1), -- Increased with each change that partners see.
  updated_at         timestamptz(3) NOT NULL DEFAULT (CASE WHEN pg_current_xact_id() IS NOT NULL THEN clock_timestamp() END), -- When the version was written, by the database's own clock. Stamped after the transaction has its id, so that lists of changes can leave out what is not visible to all.
  CHECK (refunded_minor >= 0 AND refunded_minor <= total_minor), CHECK (refunded_quantity >= 0 AND refunded_quantity <= quantity),
  CONSTRAINT orders_credit CHECK ((company_id IS NULL) = (key_id IS NULL) AND (source = 'buy_link' OR company_id IS NOT NULL)),
  CONSTRAINT orders_erased CHECK (buyer_erased_at IS NULL OR (buyer_email IS NULL AND buyer_name IS NULL))
);
ALTER TABLE orders ALTER COLUMN buyer_email SET STATISTICS 0, ALTER COLUMN buyer_name SET STATISTICS 0;
CREATE INDEX orders_open_holds ON orders (hold_until) WHERE status = 'awaiting_payment'; -- Finds overdue holds.
CREATE INDEX orders_event ON orders (event_id);
CREATE INDEX orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_changed ON orders (company_id, mode, updated_at, id) WHERE company_id IS NOT NULL; -- Lists of changes.
CREATE INDEX orders_placed ON orders (company_id, created_at) INCLUDE (mode, event_id, sub_id, source);
-- Writes an outbox message for each version of an order, if a webhook of its company receives orders.
CREATE FUNCTION note_order_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, created_at) SELECT 'order.changed', NEW.id, transaction_timestamp()
  WHERE EXISTS (SELECT FROM delivery_endpoints WHERE company_id = NEW.company_id AND mode = NEW.mode AND subscribes_orders AND status <> 'removed');
  RETURN NULL; END $$;
CREATE TRIGGER note_first AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.company_id IS NOT NULL) EXECUTE FUNCTION note_order_version();
CREATE TRIGGER note_next AFTER UPDATE ON orders FOR EACH ROW WHEN (NEW.version <> OLD.version AND NEW.company_id IS NOT NULL) EXECUTE FUNCTION note_order_version();

-- Tickets of an order, a row for each ticket type. Written with the order; never changed.
CREATE TABLE order_lines (
  order_id          text      NOT NULL, -- Refers to orders.
  position          smallint  NOT NULL CHECK ("position" >= 1 AND "position" <= 10), -- Number within the order, from 1.
  ticket_type_id    text      NOT NULL REFERENCES ticket_types,
  quantity          integer   NOT NULL CHECK (quantity >= 1 AND quantity <= 20),
  unit_price_minor  bigint    NOT NULL CHECK (unit_price_minor >= 0), -- Price of one ticket without fees, at the time of the order. Percent rewards are a share of it.
  unit_total_minor  bigint    NOT NULL, -- Price of one ticket with fees and tax.
  PRIMARY KEY (order_id, ticket_type_id)
);

-- Idempotency-Key headers of POST /orders with their orders. They never expire.
CREATE TABLE idempotency_keys (
  company_id    text, -- Refers to companies.
  mode          text           CHECK (mode IN ('test', 'live')),
  key           text,
  request_hash  bytea          NOT NULL, -- SHA-256 of the request. The same key with another request is refused.
  order_id      text           NOT NULL, -- Refers to orders.
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, mode, key)
);

-- Money returned to buyers. Written in the transaction that decides it; a workflow sends it to the payment processor.
CREATE TABLE refunds (
  id                   text           PRIMARY KEY,
  order_id             text           NOT NULL REFERENCES orders,
  request_key          text           NOT NULL, -- Idempotency key: the same key returns the same refund.
  reason               text           NOT NULL CHECK (reason IN ('requested', 'late_payment', 'duplicate_payment', 'processor')),
  cause                text           CHECK (cause IN ('order_cancelled', 'event_cancelled', 'event_withdrawn', 'event_over', 'event_postponed', 'payment_too_late', 'sales_ended', 'sales_not_open', 'price_changed', 'quantity_over_limit', 'tickets_unavailable')), -- Why a late payment was refunded.
  payment_reference    text           NOT NULL, -- The refunded payment's id at the processor.
  quantity             integer        NOT NULL CHECK (quantity >= 0), -- Tickets returned to sale.
  amount_minor         bigint         NOT NULL CHECK (amount_minor > 0),
  currency             text           NOT NULL,
  created_at           timestamptz(3) NOT NULL, sent_at timestamptz(3),
  processor_reference  text,
  attempt              integer        NOT NULL DEFAULT 1, -- Part of the idempotency key at the processor. Increased when the processor would repeat a stored failure.
  state                text           CHECK (state IN ('pending', 'succeeded', 'failed')), -- State reported by the processor. NULL: not sent.
  failure              text, -- Failure text of the processor. The money is back with the organizer.
  settled_at           timestamptz(3), -- When an operator settled a failed refund in another way.
  fee_reference        text, -- The processor's refund of our fee. While an attempt is unsent: that of the failed attempt before it.
  CHECK ((sent_at IS NULL) = (processor_reference IS NULL)), CHECK (cause IS NULL OR reason = 'late_payment'), UNIQUE (order_id, request_key)
);
CREATE INDEX refunds_unsent ON refunds (created_at) WHERE sent_at IS NULL;
CREATE INDEX refunds_sent ON refunds (sent_at, id) WHERE processor_reference IS NOT NULL;
CREATE INDEX refunds_failed ON refunds (created_at) WHERE state = 'failed' AND settled_at IS NULL;

-- Cancelled events with sold tickets, and when their refunds start.
CREATE TABLE event_refunds (
  event_id      text           PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  state         text           NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'refunded', 'reinstated')), -- reinstated: the event was no longer cancelled at due_at, so no buyer was refunded.
  cancelled_at  timestamptz(3) NOT NULL,
  due_at        timestamptz(3) NOT NULL, -- Start of the refunds: AUTO_REFUND_AFTER after the cancellation, or earlier by an operator.
  paused_at     timestamptz(3), -- While set, no buyer is refunded.
  paused_by     text, -- The operator who paused the refunds.
  ended_at      timestamptz(3),
  CHECK ((paused_at IS NULL) = (paused_by IS NULL)), CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE INDEX event_refunds_open ON event_refunds (due_at) WHERE state = 'open';

-- Payment pages at the processor. An order keeps its tickets while a page is open.
CREATE TABLE checkouts (
  id                 text           PRIMARY KEY, -- Idempotency key at the processor.
  order_id           text           NOT NULL REFERENCES orders,
  account            text           NOT NULL, -- The organizer's account at the processor, which charges the card.
  state              text           NOT NULL CHECK (state IN ('opening', 'open', 'closed', 'paid', 'refused')), -- `opening`: requested, no response stored. `refused`: the processor opened no page.
  fee_minor          bigint         NOT NULL CHECK (fee_minor >= 0), -- Our part of the payment: the partner's reward and our share.
  lines              jsonb          NOT NULL, -- Lines of the page: title, price of one ticket, quantity. A repeated request must be the same.
  note               text           NOT NULL,
  language           text,
  closes_at          timestamptz(3) NOT NULL, -- When the processor closes the page. We close it with the hold.
  reference          text           UNIQUE, -- Id of the page at the processor.
  url                text,
  payment_reference  text, -- Id of the payment at the processor.
  created_at         timestamptz(3) NOT NULL,
  looked_at          timestamptz(3) NOT NULL, -- Last poll of the processor.
  ended_at           timestamptz(3),
  CHECK ((state = 'paid') = (payment_reference IS NOT NULL)), CHECK ((state IN ('opening', 'open')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX checkouts_one_open ON checkouts (order_id) WHERE ended_at IS NULL;
CREATE INDEX checkouts_looked ON checkouts (looked_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX checkouts_payment ON checkouts (payment_reference) WHERE payment_reference IS NOT NULL;
CREATE INDEX checkouts_order ON checkouts (order_id);
CREATE INDEX checkouts_paid ON checkouts (created_at, id) WHERE payment_reference IS NOT NULL; -- Payments and refunds of a month, by time.

-- Payments disputed by a buyer's bank. An open or lost dispute reverses the partner's earning.
CREATE TABLE disputes (
  id                 text           PRIMARY KEY, -- Id at the processor.
  order_id           text           NOT NULL REFERENCES orders,
  payment_reference  text           NOT NULL,
  state              text           NOT NULL CHECK (state IN ('inquiry', 'open', 'won', 'lost', 'inquiry_closed')), -- `inquiry`: the bank asks and has taken no money.
  amount_minor       bigint         NOT NULL CHECK (amount_minor > 0),
  currency           text           NOT NULL,
  reason             text           NOT NULL,
  reversed_minor     bigint         NOT NULL DEFAULT 0 CHECK (reversed_minor >= 0), -- Amount taken from the partner's earning, in its currency.
  restored           boolean        NOT NULL DEFAULT false, -- true: the dispute was won and the partner has the amount back.
  opened_at          timestamptz(3) NOT NULL, changed_at timestamptz(3) NOT NULL,
  taken_at           timestamptz(3), -- When the processor took the money. NULL: not taken.
  returned_at        timestamptz(3) -- When the processor returned the money. NULL: not returned.
);
CREATE INDEX disputes_order ON disputes (order_id);

-- Questions of partners about missing sales, with the findings.
CREATE TABLE inquiries (
  id              text           COLLATE "C" PRIMARY KEY,
  company_id      text           NOT NULL REFERENCES companies,
  mode            text           NOT NULL CHECK (mode IN ('test', 'live')),
  order_id        text,
  event_id        text,
  sub_id          text,
  bought_at       timestamptz(3), -- Time of the order according to the partner.
  note            text, -- Text of the partner.
  verdict         text           NOT NULL CHECK (verdict IN ('credited', 'no_reward', 'refunded', 'company_suspended', 'outside_agreement', 'not_yours', 'awaiting_payment', 'not_paid', 'not_found', 'not_recorded')), -- Result of the rules for the found order, or that none was found.
  found_order_id  text, -- Refers to orders. NULL: none found.
  state           text           NOT NULL CHECK (state IN ('decided', 'open', 'answered')), -- decided: the rules answered. open: an operator must answer. answered: an operator answered.
  asked_by        text           NOT NULL, -- Member id without a foreign key: the inquiry outlives the member.
  asked_at        timestamptz(3) NOT NULL,
  opened_at       timestamptz(3), -- Since when an operator must answer.
  answer          text,
  answered_by     text,
  answered_at     timestamptz(3),
  -- A company asks each question once.
  UNIQUE NULLS NOT DISTINCT (company_id, mode, order_id, event_id, sub_id, bought_at),
  CHECK (order_id IS NOT NULL OR (event_id IS NOT NULL AND sub_id IS NOT NULL AND bought_at IS NOT NULL)),
  CHECK ((state = 'answered') = (answer IS NOT NULL))
);
CREATE INDEX inquiries_company ON inquiries (company_id, mode, asked_at, id);
CREATE INDEX inquiries_open ON inquiries (opened_at) WHERE state = 'open';
