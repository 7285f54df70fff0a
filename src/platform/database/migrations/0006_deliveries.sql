-- Telling partners. Endpoints: where a key hears of changes. Changes: what there is to tell, written with the change
-- itself. Deliveries: one change for one endpoint. Attempts: each try of a delivery and what became of it.

CREATE TABLE delivery_endpoints (
  id              text PRIMARY KEY COLLATE "C",
  kind            text NOT NULL CHECK (kind IN ('webhook', 'postback')),
  company_id      text NOT NULL REFERENCES companies,
  key_id          text NOT NULL REFERENCES api_keys,
  mode            text NOT NULL CHECK (mode IN ('test', 'live')),
  subscribes_events    boolean NOT NULL,
  subscribes_earnings  boolean NOT NULL,
  url             text NOT NULL,              -- a webhook's address, or a postback's template
  secret          bytea,                      -- encrypted; postbacks are not signed
  previous_secret bytea,                      -- signs beside the new one until the overlap of a rotation ends
  previous_secret_until timestamptz(3),
  status          text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled', 'removed')),
  disabled_reason text CHECK (disabled_reason IN ('operator', 'failing')),
  disabled_at     timestamptz(3),
  -- Since when nothing but failures came from it; NULL while the last attempt that ended was a success.
  failing_since   timestamptz(3),
  last_failure    text,
  -- Until when its attempts wait in the slow lane, where they hold up nobody else's.
  slow_until      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  removed_at      timestamptz(3),
  CHECK ((kind = 'webhook') = (secret IS NOT NULL)),
  CHECK (kind = 'webhook' OR NOT subscribes_events),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL AND disabled_at IS NOT NULL))
);
CREATE INDEX delivery_endpoints_hearing ON delivery_endpoints (mode, id) WHERE status <> 'removed';
CREATE INDEX delivery_endpoints_key ON delivery_endpoints (key_id);
CREATE INDEX delivery_endpoints_company ON delivery_endpoints (company_id);

CREATE TABLE changes (
  seq           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id            text NOT NULL UNIQUE COLLATE "C",
  type          text NOT NULL CHECK (type IN ('event.changed', 'earnings.changed')),
  mode          text NOT NULL CHECK (mode IN ('test', 'live')),
  what          text NOT NULL,                -- created, cancelled, withdrawn …, or the earning's state: for operators
  event_id      text,
  -- event.changed: the listing's document with its markers, as it stood then; NULL: nobody may see the event any more.
  doc           text,
  -- What agreements compare, now and before; a NULL `paying` means that nobody saw the event.
  now_country   text,
  now_category  text,
  now_paying    boolean,
  was_country   text,
  was_category  text,
  was_paying    boolean,
  withdrawn_at  timestamptz(6),
  -- earnings.changed: the record as partners read it.
  earning       text,
  -- Set: for this company, or this key, alone.
  company_id    text,
  key_id        text,
  created_at    timestamptz(3) NOT NULL,
  fanned_out_at timestamptz(3),               -- NULL: its deliveries have not all been written and started
  CHECK ((type = 'event.changed') = (event_id IS NOT NULL AND earning IS NULL)),
  CHECK ((type = 'earnings.changed') = (earning IS NOT NULL AND company_id IS NOT NULL))
);
CREATE INDEX changes_waiting ON changes (created_at) WHERE fanned_out_at IS NULL;
CREATE INDEX changes_age ON changes (created_at);

CREATE TABLE deliveries (
  id              text PRIMARY KEY COLLATE "C",
  change_id       text NOT NULL COLLATE "C",
  change_seq      bigint NOT NULL,
  endpoint_id     text NOT NULL COLLATE "C" REFERENCES delivery_endpoints,
  event_id        text,                       -- event.changed alone
  withdraws       boolean NOT NULL DEFAULT false,
  -- A webhook's body, a postback's address: these bytes and no others are sent, however often.
  content         bytea NOT NULL,
  state           text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'held', 'superseded', 'stopped')),
  -- Each redelivery is a run of its own over the whole schedule.
  run             integer NOT NULL DEFAULT 1,
  attempt         integer NOT NULL DEFAULT 0, -- the last one of this run that ended
  last_outcome    text,
  next_attempt_at timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  finished_at     timestamptz(3),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'pending') = (finished_at IS NULL)),
  UNIQUE (change_id, endpoint_id)
);
CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, change_seq);
-- A later change of the same event for the same endpoint makes a retry stale.
CREATE INDEX deliveries_event ON deliveries (event_id, endpoint_id) WHERE event_id IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE state <> 'pending';

CREATE TABLE delivery_attempts (
  delivery_id   text NOT NULL COLLATE "C" REFERENCES deliveries ON DELETE CASCADE,
  run           integer NOT NULL,
  number        integer NOT NULL,
  started_at    timestamptz(3) NOT NULL,      -- written before anything is sent
  sends         integer NOT NULL DEFAULT 1,   -- more than one when a crash came between the sending and its end
  finished_at   timestamptz(3),
  outcome       text,
  status_code   integer,
  duration_ms   integer,
  detail        text,
  answer        bytea,
  PRIMARY KEY (delivery_id, run, number),
  CHECK ((finished_at IS NULL) = (outcome IS NULL))
);

-- Whether a partner may show an event with these traits; a missing agreement narrows nothing.
CREATE FUNCTION agreement_covers(a agreements, country text, category text, paying boolean) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN paying IS NOT NULL AND (a.countries IS NULL OR coalesce(country = ANY (a.countries), false))
    AND (a.categories IS NULL OR coalesce(category = ANY (a.categories), false)) AND (a.paying_only IS NOT TRUE OR paying);
