-- Notifying partners by webhook and postback: a change becomes one delivery for each endpoint that subscribes to it, and a
-- delivery is attempted until it succeeds or its schedule ends.

CREATE TABLE delivery_endpoints (
  id                     text PRIMARY KEY COLLATE "C",
  kind                   text NOT NULL CHECK (kind IN ('webhook', 'postback')),
  company_id             text NOT NULL REFERENCES companies,
  key_id                 text NOT NULL REFERENCES api_keys,
  mode                   text NOT NULL CHECK (mode IN ('test', 'live')),
  subscribes_events      boolean NOT NULL,
  subscribes_earnings    boolean NOT NULL,
  url                    text NOT NULL,
  secret                 bytea,
  previous_secret        bytea,
  previous_secret_until  timestamptz(3),
  status                 text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled', 'removed')),
  disabled_reason        text CHECK (disabled_reason IN ('operator', 'failing')),
  disabled_at            timestamptz(3),
  failing_since          timestamptz(3),
  last_failure           text,
  slow_until             timestamptz(3),
  created_at             timestamptz(3) NOT NULL,
  removed_at             timestamptz(3),
  CHECK ((kind = 'webhook') = (secret IS NOT NULL)),
  CHECK (kind = 'webhook' OR NOT subscribes_events),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL AND disabled_at IS NOT NULL))
);
COMMENT ON TABLE delivery_endpoints IS 'Addresses of partners that are notified of changes. What an endpoint is sent follows from its key.';
COMMENT ON COLUMN delivery_endpoints.url IS 'A webhook''s address, or a postback''s template.';
COMMENT ON COLUMN delivery_endpoints.secret IS 'Encrypted. Signs webhooks; postbacks are not signed.';
COMMENT ON COLUMN delivery_endpoints.previous_secret IS 'After a rotation: signs beside the new one until previous_secret_until.';
COMMENT ON COLUMN delivery_endpoints.failing_since IS 'Since when every attempt failed. NULL: the last attempt that ended was a success.';
COMMENT ON COLUMN delivery_endpoints.slow_until IS 'Until then its attempts wait in the slow lane, where they delay nobody else''s.';
CREATE INDEX delivery_endpoints_hearing ON delivery_endpoints (mode, id) WHERE status <> 'removed';
CREATE INDEX delivery_endpoints_key ON delivery_endpoints (key_id);
CREATE INDEX delivery_endpoints_company ON delivery_endpoints (company_id);

CREATE TABLE changes (
  seq            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id             text NOT NULL UNIQUE COLLATE "C",
  type           text NOT NULL CHECK (type IN ('event.changed', 'earnings.changed')),
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  what           text NOT NULL,
  event_id       text,
  doc            text,
  now_country    text,
  now_category   text,
  now_paying     boolean,
  was_country    text,
  was_category   text,
  was_paying     boolean,
  withdrawn_at   timestamptz(6),
  earning        text,
  company_id     text,
  key_id         text,
  created_at     timestamptz(3) NOT NULL,
  fanned_out_at  timestamptz(3),
  CHECK ((type = 'event.changed') = (event_id IS NOT NULL AND earning IS NULL)),
  CHECK ((type = 'earnings.changed') = (earning IS NOT NULL AND company_id IS NOT NULL))
);
COMMENT ON TABLE changes IS 'What partners are notified of, written in the transaction of the change itself. Deleted when old.';
COMMENT ON COLUMN changes.what IS 'For operators: created, cancelled, withdrawn and so on, or the earning''s status.';
COMMENT ON COLUMN changes.event_id IS 'Refers to events: event.changed only.';
COMMENT ON COLUMN changes.doc IS 'event.changed: the listing''s document with its marks, as it was then. NULL: nobody may see the event any more.';
COMMENT ON COLUMN changes.now_country IS 'With now_category and now_paying: what agreements compare, after the change.';
COMMENT ON COLUMN changes.now_paying IS 'NULL: nobody sees the event now.';
COMMENT ON COLUMN changes.was_country IS 'With was_category and was_paying: what agreements compare, before the change.';
COMMENT ON COLUMN changes.was_paying IS 'NULL: nobody saw the event before.';
COMMENT ON COLUMN changes.earning IS 'earnings.changed: the record as partners read it.';
COMMENT ON COLUMN changes.company_id IS 'Refers to companies: this one alone is notified. NULL: all.';
COMMENT ON COLUMN changes.key_id IS 'Refers to api_keys: endpoints of this key alone. NULL: all.';
COMMENT ON COLUMN changes.fanned_out_at IS 'NULL: its deliveries have not all been written and started.';
CREATE INDEX changes_waiting ON changes (created_at) WHERE fanned_out_at IS NULL;
CREATE INDEX changes_age ON changes (created_at);

CREATE TABLE deliveries (
  id               text PRIMARY KEY COLLATE "C",
  change_id        text NOT NULL COLLATE "C",
  change_seq       bigint NOT NULL,
  endpoint_id      text NOT NULL COLLATE "C" REFERENCES delivery_endpoints,
  event_id         text,
  withdraws        boolean NOT NULL DEFAULT false,
  content          bytea NOT NULL,
  state            text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'held', 'superseded', 'stopped')),
  run              integer NOT NULL DEFAULT 1,
  attempt          integer NOT NULL DEFAULT 0,
  last_outcome     text,
  next_attempt_at  timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  finished_at      timestamptz(3),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'pending') = (finished_at IS NULL)),
  UNIQUE (change_id, endpoint_id)
);
COMMENT ON TABLE deliveries IS 'One change for one endpoint.';
COMMENT ON COLUMN deliveries.change_id IS 'Refers to changes.';
COMMENT ON COLUMN deliveries.change_seq IS 'changes.seq: the order in which the endpoint is sent them.';
COMMENT ON COLUMN deliveries.event_id IS 'Refers to events: event.changed only.';
COMMENT ON COLUMN deliveries.withdraws IS 'true: it says that the partner may not show the event any more.';
COMMENT ON COLUMN deliveries.content IS 'A webhook''s body or a postback''s address: these bytes and no others are sent, however often.';
COMMENT ON COLUMN deliveries.run IS 'Each redelivery is a new run over the whole schedule.';
COMMENT ON COLUMN deliveries.attempt IS 'The last attempt of this run that ended.';
CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, change_seq);
-- A later change of the same event for the same endpoint makes a retry stale.
CREATE INDEX deliveries_event ON deliveries (event_id, endpoint_id) WHERE event_id IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE state <> 'pending';

CREATE TABLE delivery_attempts (
  delivery_id   text NOT NULL COLLATE "C" REFERENCES deliveries ON DELETE CASCADE,
  run           integer NOT NULL,
  number        integer NOT NULL,
  started_at    timestamptz(3) NOT NULL,
  sends         integer NOT NULL DEFAULT 1,
  finished_at   timestamptz(3),
  outcome       text,
  status_code   integer,
  duration_ms   integer,
  detail        text,
  answer        bytea,
  PRIMARY KEY (delivery_id, run, number),
  CHECK ((finished_at IS NULL) = (outcome IS NULL))
);
COMMENT ON TABLE delivery_attempts IS 'Each attempt of a delivery and what became of it.';
COMMENT ON COLUMN delivery_attempts.started_at IS 'Written before anything is sent.';
COMMENT ON COLUMN delivery_attempts.sends IS 'More than one when a crash came between the sending and its end.';
COMMENT ON COLUMN delivery_attempts.answer IS 'The beginning of the partner''s answer.';
