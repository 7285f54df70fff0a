-- Truth: companies and their keys, organizers and their events, ticket types, orders.
-- Read model: event_listings, its counters and withdrawals, written by the projector alone (services/listings).

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE companies (
  id          text PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  status      text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  -- Totals of /earnings are in this currency.
  currency    text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  created_at  timestamptz(3) NOT NULL
);

-- What a company may show; NULL means "no narrowing".
CREATE TABLE agreements (
  company_id   text PRIMARY KEY REFERENCES companies,
  countries    text[],
  categories   text[],
  paying_only  boolean NOT NULL DEFAULT false,
  updated_at   timestamptz(3) NOT NULL
);

CREATE TABLE api_keys (
  id            text PRIMARY KEY,
  company_id    text NOT NULL REFERENCES companies,
  kind          text NOT NULL CHECK (kind IN ('test', 'website', 'server')),
  name          text NOT NULL DEFAULT '',
  hash          bytea NOT NULL UNIQUE,           -- SHA-256 of the key; the key itself is shown once and never kept
  last_four     text NOT NULL,
  -- The partner's code inside buy links: unguessable, so that attribution cannot be forged.
  ref           text NOT NULL UNIQUE,
  domains       text[] NOT NULL DEFAULT '{}',    -- website keys: hosts, or `*.host` for its subdomains
  capabilities  text[] NOT NULL DEFAULT '{}',
  rate_limit    integer CHECK (rate_limit > 0),  -- requests a minute; NULL: the default of the kind
  site_rate_limit integer CHECK (site_rate_limit > 0),
  created_at    timestamptz(3) NOT NULL,
  revoked_at    timestamptz(3),
  CHECK (kind = 'website' OR domains = '{}')
);
CREATE INDEX api_keys_company ON api_keys (company_id);

CREATE TABLE organizers (
  id          text PRIMARY KEY,
  source      text NOT NULL UNIQUE,              -- stable name used by imports
  name        text,
  verified    boolean NOT NULL DEFAULT false,
  created_at  timestamptz(3) NOT NULL
);

CREATE TABLE events (
  id                 text PRIMARY KEY,
  organizer_id       text NOT NULL REFERENCES organizers,
  external_id        text NOT NULL,
  test               boolean NOT NULL DEFAULT false,
  shared             boolean NOT NULL DEFAULT true,   -- false: the organizer stopped sharing it (withdrawn)
  name               text NOT NULL,
  status             text NOT NULL CHECK (status IN ('scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed')),
  -- What `sold_out` returns to when stock comes back.
  status_before_sold_out text CHECK (status_before_sold_out IN ('scheduled', 'rescheduled')),
  starts_at          timestamptz(3),
  ends_at            timestamptz(3),
  date               date NOT NULL,
  timezone           text,
  venue              text,
  address            text,
  city               text,
  country            text CHECK (country ~ '^[A-Z]{2}$'),
  lat                double precision CHECK (lat BETWEEN -90 AND 90),
  lng                double precision CHECK (lng BETWEEN -180 AND 180),
  image              text,
  category           text,
  performers         text[] NOT NULL DEFAULT '{}',
  short_description  text,
  can_share          boolean NOT NULL DEFAULT true,
  source_url         text,                            -- the organizer's own page
  -- Price span for events that have no ticket types of ours.
  price_from_minor   bigint CHECK (price_from_minor >= 0),
  price_to_minor     bigint CHECK (price_to_minor >= price_from_minor),
  currency           text CHECK (currency ~ '^[A-Z]{3}$'),
  reward_kind        text CHECK (reward_kind IN ('flat', 'percent')),
  reward_amount_minor bigint CHECK (reward_amount_minor > 0),
  reward_percent     numeric(7, 4) CHECK (reward_percent > 0 AND reward_percent <= 100),
  reward_currency    text CHECK (reward_currency ~ '^[A-Z]{3}$'),
  reward_description text,
  reward_budget_minor bigint CHECK (reward_budget_minor >= 0),  -- NULL: no limit
  reward_spent_minor bigint NOT NULL DEFAULT 0,
  content_hash       text NOT NULL DEFAULT '',        -- of the last imported input: the same line again changes nothing
  created_at         timestamptz(3) NOT NULL,
  UNIQUE (organizer_id, external_id),
  CHECK (test = (left(id, 9) = 'evt_test_')),
  CHECK ((reward_kind = 'flat') = (reward_amount_minor IS NOT NULL) OR reward_kind IS NULL),
  CHECK ((reward_kind = 'percent') = (reward_percent IS NOT NULL) OR reward_kind IS NULL)
);
-- The completion run asks for open events whose end is past.
CREATE INDEX events_open_end ON events ((coalesce(ends_at, starts_at))) WHERE status NOT IN ('cancelled', 'completed');

CREATE TABLE ticket_types (
  id             text PRIMARY KEY,
  event_id       text NOT NULL REFERENCES events ON DELETE CASCADE,
  position       integer NOT NULL,
  external_id    text NOT NULL,
  name           text NOT NULL,
  price_minor    bigint NOT NULL CHECK (price_minor >= 0),
  total_minor    bigint NOT NULL CHECK (total_minor >= price_minor),  -- fees and tax included: what the buyer pays
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capacity       integer NOT NULL CHECK (capacity >= 0),
  held           integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold           integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  max_per_order  integer NOT NULL DEFAULT 20 CHECK (max_per_order BETWEEN 1 AND 20),
  sales_from     timestamptz(3),
  sales_until    timestamptz(3),
  inventory_updated_at timestamptz(3) NOT NULL,
  UNIQUE (event_id, external_id),
  CONSTRAINT never_oversold CHECK (held + sold <= capacity)
) WITH (fillfactor = 50);  -- hot rows: room for in-page updates
CREATE INDEX ticket_types_event ON ticket_types (event_id, position);

CREATE TABLE orders (
  id                text PRIMARY KEY,
  company_id        text NOT NULL REFERENCES companies,
  key_id            text NOT NULL REFERENCES api_keys,
  mode              text NOT NULL CHECK (mode IN ('test', 'live')),
  source            text NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'buy_link')),
  event_id          text NOT NULL REFERENCES events,
  ticket_type_id    text NOT NULL REFERENCES ticket_types,
  quantity          integer NOT NULL CHECK (quantity BETWEEN 1 AND 20),
  unit_total_minor  bigint NOT NULL,
  total_minor       bigint NOT NULL,
  currency          text NOT NULL,
  status            text NOT NULL CHECK (status IN ('awaiting_payment', 'paid', 'expired', 'cancelled', 'refunded', 'partially_refunded', 'test')),
  sub_id            text,
  -- Erasable without touching the ledger; never in an answer, a log line or a workflow.
  buyer_email       text,
  buyer_name        text,
  checkout_token    text NOT NULL UNIQUE,
  expires_at        timestamptz(3) NOT NULL,   -- end of the payment page's session, shown to the partner
  hold_until        timestamptz(3) NOT NULL,   -- end of the hold: two minutes later
  paid_at           timestamptz(3),
  closed_at         timestamptz(3),            -- when it left awaiting_payment
  payment_reference text,
  refunded_minor    bigint NOT NULL DEFAULT 0,
  refunded_quantity integer NOT NULL DEFAULT 0,
  created_at        timestamptz(3) NOT NULL,
  CHECK (refunded_minor BETWEEN 0 AND total_minor),
  CHECK (refunded_quantity BETWEEN 0 AND quantity)
);
-- The sweeper looks for holds that should have ended.
CREATE INDEX orders_open_holds ON orders (hold_until) WHERE status = 'awaiting_payment';
CREATE INDEX orders_company ON orders (company_id, created_at);
CREATE INDEX orders_event ON orders (event_id);

-- Idempotency keys never expire; one scope per company and mode.
CREATE TABLE idempotency_keys (
  company_id    text NOT NULL,
  mode          text NOT NULL,
  key           text NOT NULL,
  request_hash  bytea NOT NULL,
  order_id      text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, mode, key)
);

-- Written in the transaction of the change it announces; emptied by the relay.
-- Topics: event.touched (key: event id) → projector; order.created, order.closed (key: order id) → Temporal.
CREATE TABLE outbox (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic       text NOT NULL,
  key         text NOT NULL,
  created_at  timestamptz(3) NOT NULL
);
CREATE INDEX outbox_topic ON outbox (topic, id);

-- One row an event partners may see: filters, order and the finished JSON document.
-- `doc` holds the byte 0x01 where the service's origin goes and 0x02 where the partner's code goes:
-- control characters never stand raw in JSON, so they cannot be confused with content.
CREATE TABLE event_listings (
  event_id    text PRIMARY KEY COLLATE "C",
  test        boolean NOT NULL,
  upcoming    boolean NOT NULL,
  sort_at     timestamptz(3) NOT NULL,          -- starts_at, else the start of `date` in its timezone
  date        date NOT NULL,
  country     text COLLATE "C",
  city        text,
  city_key    text COLLATE "C",                 -- case-folded city, what filters and counters compare
  category    text COLLATE "C",
  lat         double precision,
  lng         double precision,
  cell        integer,                          -- one-degree square: (floor(lat) + 90) * 360 + floor(lng) + 180
  paying      boolean NOT NULL,
  earns       double precision,                 -- reward per ticket in the event's currency, for minimum_earnings
  updated_at  timestamptz(3) NOT NULL,
  doc         text NOT NULL
);

CREATE TABLE performers (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name_key text NOT NULL UNIQUE COLLATE "C"     -- case-folded
);
CREATE INDEX performers_name ON performers USING gin (name_key gin_trgm_ops);

CREATE TABLE listing_performers (
  performer_id bigint NOT NULL REFERENCES performers,
  event_id     text NOT NULL COLLATE "C" REFERENCES event_listings ON DELETE CASCADE,
  test         boolean NOT NULL,
  upcoming     boolean NOT NULL,
  sort_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (performer_id, event_id)
);
CREATE INDEX listing_performers_event ON listing_performers (event_id);

-- Flat counters of upcoming events, kept by the projector in the same transaction as the listings.
CREATE TABLE listing_counts (
  test      boolean NOT NULL,
  country   text NOT NULL COLLATE "C",          -- '' for none
  city_key  text NOT NULL COLLATE "C",          -- '' for none
  city      text NOT NULL,
  category  text NOT NULL COLLATE "C",          -- '' for none
  paying    boolean NOT NULL,
  events    integer NOT NULL CHECK (events >= 0),
  PRIMARY KEY (test, country, city_key, category, paying)
);

-- An event that stopped being visible. company_id NULL: to everyone whose agreement covers the scope it had
-- (country, category, paying); else to that company, whose agreement changed.
CREATE TABLE withdrawals (
  withdrawn_at  timestamptz(6) PRIMARY KEY,     -- unique, so that the 500-item loop always ends
  event_id      text NOT NULL COLLATE "C",
  company_id    text,
  country       text,
  category      text,
  paying        boolean NOT NULL
);
CREATE INDEX withdrawals_event ON withdrawals (event_id);

-- The last stamp given out; its row lock makes stamps follow the order of commits.
CREATE TABLE listing_stamp (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  last_stamp  timestamptz(3) NOT NULL
);
INSERT INTO listing_stamp (last_stamp) VALUES ('epoch');
