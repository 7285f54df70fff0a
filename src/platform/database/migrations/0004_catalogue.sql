-- The truth about events, as organizers give it. Partners read `event_listings`, which the projector builds from it.

CREATE TABLE organizers (
  id          text PRIMARY KEY,
  source      text NOT NULL UNIQUE,
  name        text,
  verified    boolean NOT NULL DEFAULT false,
  created_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE organizers IS 'Where events come from.';
COMMENT ON COLUMN organizers.source IS 'The stable name that imports use.';

CREATE TABLE events (
  id                      text PRIMARY KEY,
  organizer_id            text NOT NULL REFERENCES organizers,
  external_id             text NOT NULL,
  test                    boolean NOT NULL DEFAULT false,
  shared                  boolean NOT NULL DEFAULT true,
  name                    text NOT NULL,
  status                  text NOT NULL CHECK (status IN ('scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed')),
  status_before_sold_out  text CHECK (status_before_sold_out IN ('scheduled', 'rescheduled')),
  starts_at               timestamptz(3),
  ends_at                 timestamptz(3),
  date                    date NOT NULL,
  timezone                text,
  venue                   text,
  address                 text,
  city                    text,
  country                 text CHECK (country ~ '^[A-Z]{2}$'),
  lat                     double precision CHECK (lat BETWEEN -90 AND 90),
  lng                     double precision CHECK (lng BETWEEN -180 AND 180),
  image                   text,
  category                text,
  performers              text[] NOT NULL DEFAULT '{}',
  short_description       text,
  can_share               boolean NOT NULL DEFAULT true,
  source_url              text,
  price_from_minor        bigint CHECK (price_from_minor >= 0),
  price_to_minor          bigint CHECK (price_to_minor >= price_from_minor),
  currency                text CHECK (currency ~ '^[A-Z]{3}$'),
  reward_kind             text CHECK (reward_kind IN ('flat', 'percent')),
  reward_amount_minor     bigint CHECK (reward_amount_minor > 0),
  reward_percent          numeric(7, 4) CHECK (reward_percent > 0 AND reward_percent <= 100),
  reward_currency         text CHECK (reward_currency ~ '^[A-Z]{3}$'),
  reward_description      text,
  reward_budget_minor     bigint CHECK (reward_budget_minor >= 0),
  reward_spent_minor      bigint NOT NULL DEFAULT 0,
  content_hash            text NOT NULL DEFAULT '',
  created_at              timestamptz(3) NOT NULL,
  UNIQUE (organizer_id, external_id),
  CHECK (test = (left(id, 9) = 'evt_test_')),
  CHECK ((reward_kind = 'flat') = (reward_amount_minor IS NOT NULL) OR reward_kind IS NULL),
  CHECK ((reward_kind = 'percent') = (reward_percent IS NOT NULL) OR reward_kind IS NULL)
);
COMMENT ON TABLE events IS 'Events as their organizers describe them, and the reward for selling their tickets.';
COMMENT ON COLUMN events.external_id IS 'The organizer''s own id of it.';
COMMENT ON COLUMN events.test IS 'true: a sample event, which test keys see.';
COMMENT ON COLUMN events.shared IS 'false: the organizer withdrew it from partners.';
COMMENT ON COLUMN events.status_before_sold_out IS 'What sold_out returns to when tickets come back.';
COMMENT ON COLUMN events.date IS 'The day it starts, at the venue. Events of whole days have nothing more.';
COMMENT ON COLUMN events.source_url IS 'The organizer''s own page.';
COMMENT ON COLUMN events.price_from_minor IS 'With price_to_minor: the price span of events that have no ticket types here.';
COMMENT ON COLUMN events.reward_budget_minor IS 'The most that rewards may cost. NULL: no limit.';
COMMENT ON COLUMN events.reward_spent_minor IS 'What of the budget is spent. Counted only while there is a budget.';
COMMENT ON COLUMN events.content_hash IS 'Of the last imported input: the same input again changes nothing.';
-- The completion run asks for open events whose end is past, and for those of whole days, whose end only their date tells.
CREATE INDEX events_open_end ON events ((coalesce(ends_at, starts_at))) WHERE status NOT IN ('cancelled', 'completed');
CREATE INDEX events_open_day ON events (date)
  WHERE starts_at IS NULL AND ends_at IS NULL AND status NOT IN ('cancelled', 'completed');

CREATE TABLE ticket_types (
  id                    text PRIMARY KEY,
  event_id              text NOT NULL REFERENCES events ON DELETE CASCADE,
  position              integer NOT NULL,
  external_id           text NOT NULL,
  name                  text NOT NULL,
  price_minor           bigint NOT NULL CHECK (price_minor >= 0),
  total_minor           bigint NOT NULL CHECK (total_minor >= price_minor),
  currency              text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capacity              integer NOT NULL CHECK (capacity >= 0),
  held                  integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold                  integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  max_per_order         integer NOT NULL DEFAULT 20 CHECK (max_per_order BETWEEN 1 AND 20),
  sales_from            timestamptz(3),
  sales_until           timestamptz(3),
  inventory_updated_at  timestamptz(3) NOT NULL,
  UNIQUE (event_id, external_id),
  CONSTRAINT never_oversold CHECK (held + sold <= capacity)
) WITH (fillfactor = 50);  -- hot rows: room for in-page updates
COMMENT ON TABLE ticket_types IS 'The kinds of tickets of an event, and how many are held and sold.';
COMMENT ON COLUMN ticket_types.position IS 'Order among the ticket types of its event.';
COMMENT ON COLUMN ticket_types.price_minor IS 'The ticket''s own price, without fees.';
COMMENT ON COLUMN ticket_types.total_minor IS 'What the buyer pays, fees and tax included.';
COMMENT ON COLUMN ticket_types.held IS 'In orders that wait for payment.';
COMMENT ON COLUMN ticket_types.inventory_updated_at IS 'When capacity, held or sold last changed.';
CREATE INDEX ticket_types_event ON ticket_types (event_id, position);
