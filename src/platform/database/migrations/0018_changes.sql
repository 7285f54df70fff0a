-- Changes to notify partners of, written in the transaction of the change. Old ones are deleted.
CREATE TABLE changes (
  seq            bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id             text           COLLATE "C" NOT NULL UNIQUE,
  type           text           NOT NULL CHECK (type IN ('event.changed', 'earnings.changed', 'order.changed', 'settlement.changed')),
  mode           text           NOT NULL CHECK (mode IN ('test', 'live')),
  what           text           NOT NULL, -- For operators: created, cancelled, withdrawn and so on, or the status of the earning or the order.
  event_id       text, -- Refers to events: event.changed only.
  doc            text, -- event.changed: the listing's document at that time. NULL: the event is no longer visible.
  now_country    text, -- With now_category and now_paying: facts that agreements compare, after the change.
  now_category   text,
  now_paying     boolean, -- NULL: not visible after the change.
  was_country    text, -- With was_category and was_paying: facts that agreements compare, before the change.
  was_category   text,
  was_paying     boolean, -- NULL: not visible before the change.
  withdrawn_at   timestamptz(6),
  earning        text, -- earnings.changed: the record as partners read it.
  "order"        text, -- order.changed: the order as partners read it.
  settlement     text, -- settlement.changed: the statement as partners read it.
  company_id     text, -- Refers to companies: notify this company only. NULL: all companies.
  key_id         text, -- Refers to api_keys: notify endpoints of this key only. NULL: all keys.
  created_at     timestamptz(3) NOT NULL,
  fanned_out_at  timestamptz(3), -- NULL: some deliveries are not written yet.
  sale_id        text, -- Refers to sales: earnings.changed only.
  request_id     text, -- The API call that placed the order of the sale, or that last touched the event.
  traceparent    text, -- As orders.traceparent.
  CHECK ((type = 'event.changed') = (event_id IS NOT NULL AND earning IS NULL)), CHECK ((type = 'order.changed') = ("order" IS NOT NULL AND company_id IS NOT NULL)),
  CHECK ((type = 'settlement.changed') = (settlement IS NOT NULL AND company_id IS NOT NULL)),
  CHECK ((type = 'earnings.changed') = (earning IS NOT NULL AND company_id IS NOT NULL))
);
CREATE INDEX changes_waiting ON changes (created_at) WHERE fanned_out_at IS NULL;
CREATE INDEX changes_age ON changes (created_at);
CREATE INDEX changes_sale ON changes (sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX changes_request ON changes (request_id) WHERE request_id IS NOT NULL AND type <> 'earnings.changed';
