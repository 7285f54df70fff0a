-- Organizers of events.
CREATE TABLE organizers (
  id             text           PRIMARY KEY,
  source         text           NOT NULL UNIQUE, -- Stable name used by imports.
  name           text,
  verified       boolean        NOT NULL DEFAULT false,
  created_at     timestamptz(3) NOT NULL,
  contact_email  text, -- Address for buyers' questions about an event.
  logo_url       text, terms_url text, privacy_url text,
  refunds_url    text
);

-- Events as their organizers describe them, and the reward for selling their tickets.
CREATE TABLE events (
  id                      text           PRIMARY KEY,
  organizer_id            text           NOT NULL REFERENCES organizers,
  external_id             text           NOT NULL, -- The organizer's id of the event.
  test                    boolean        NOT NULL DEFAULT false, -- true: a sample event for test keys.
  shared                  boolean        NOT NULL DEFAULT true, -- false: the organizer withdrew the event from partners.
  name                    text           NOT NULL,
  status                  text           NOT NULL CHECK (status IN ('scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed')),
  status_before_sold_out  text           CHECK (status_before_sold_out IN ('scheduled', 'rescheduled')), -- The status that follows sold_out when tickets become available again.
  starts_at               timestamptz(3), ends_at timestamptz(3),
  date                    date           NOT NULL, -- Day of the start, at the venue. All-day events have no other time.
  timezone                text,
  venue                   text, address text, city text,
  country                 text           CHECK (country ~ '^[A-Z]{2}$'),
  lat                     double precision CHECK (lat >= ('-90'::integer)::double precision AND lat <= (90)::double precision),
  lng                     double precision CHECK (lng >= ('-180'::integer)::double precision AND lng <= (180)::double precision),
  image                   text,
  category                text,
  performers              text[]         NOT NULL DEFAULT '{}',
  short_description       text,
  can_share               boolean        NOT NULL DEFAULT true,
  source_url              text, -- The organizer's page of the event.
  price_from_minor        bigint         CHECK (price_from_minor >= 0), -- With price_to_minor: price range of an event without ticket types.
  price_to_minor          bigint,
  currency                text           CHECK (currency ~ '^[A-Z]{3}$'),
  reward_kind             text           CHECK (reward_kind IN ('flat', 'percent')),
  reward_amount_minor     bigint         CHECK (reward_amount_minor > 0),
  reward_percent          numeric(7,4)   CHECK (reward_percent > (0)::numeric AND reward_percent <= (100)::numeric),
  reward_currency         text           CHECK (reward_currency ~ '^[A-Z]{3}$'),
  reward_description      text,
  reward_budget_minor     bigint         CHECK (reward_budget_minor >= 0), -- Upper limit of all rewards. NULL: no limit.
  reward_spent_minor      bigint         NOT NULL DEFAULT 0, -- Used part of the budget. Counted only while there is a budget.
  content_hash            text           NOT NULL DEFAULT '', -- Hash of the last imported input. The same input changes nothing.
  created_at              timestamptz(3) NOT NULL,
  utc_offset              integer, -- Minutes ahead of UTC, as the organizer wrote the start; only where timezone is null.
  online                  boolean        NOT NULL DEFAULT false, -- Takes place on the internet.
  CHECK (price_to_minor >= price_from_minor), CHECK (test = ("left"(id, 9) = 'evt_test_')),
  CHECK ((reward_kind = 'flat') = (reward_amount_minor IS NOT NULL) OR reward_kind IS NULL),
  CHECK ((reward_kind = 'percent') = (reward_percent IS NOT NULL) OR reward_kind IS NULL), UNIQUE (organizer_id, external_id)
);
CREATE INDEX events_open_end ON events (COALESCE(ends_at, starts_at)) WHERE status NOT IN ('cancelled', 'completed'); -- Finds open events whose end is past, and all-day events whose date is past.
CREATE INDEX events_open_day ON events (date) WHERE starts_at IS NULL AND ends_at IS NULL AND status NOT IN ('cancelled', 'completed');
-- Writes an outbox message when an event with sales is moved or cancelled, so that its earnings follow.
CREATE FUNCTION tell_earnings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sales WHERE event_id = NEW.id) THEN
    INSERT INTO outbox (topic, key, created_at) VALUES ('event.earnings', NEW.id, transaction_timestamp());
  END IF;
  RETURN NULL; END $$;
CREATE TRIGGER tell_earnings AFTER UPDATE ON events FOR EACH ROW WHEN ((((((old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.date IS DISTINCT FROM new.date)) OR (old.timezone IS DISTINCT FROM new.timezone)) OR ((old.status <> new.status) AND ((old.status = 'postponed'::text) OR (new.status = ANY (ARRAY['postponed'::text, 'cancelled'::text])))))) EXECUTE FUNCTION tell_earnings();

-- Ticket types of events, with their held and sold numbers.
CREATE TABLE ticket_types (
  id                    text           PRIMARY KEY,
  event_id              text           NOT NULL REFERENCES events ON DELETE CASCADE,
  position              integer        NOT NULL, -- Order among the ticket types of its event.
  external_id           text           NOT NULL,
  name                  text           NOT NULL,
  price_minor           bigint         NOT NULL CHECK (price_minor >= 0), -- Price without fees.
  total_minor           bigint         NOT NULL, -- Price with fees and tax: the amount the buyer pays.
  currency              text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capacity              integer        NOT NULL CHECK (capacity >= 0),
  held                  integer        NOT NULL DEFAULT 0 CHECK (held >= 0), -- Held for orders that await payment.
  sold                  integer        NOT NULL DEFAULT 0 CHECK (sold >= 0),
  max_per_order         integer        NOT NULL DEFAULT 20 CHECK (max_per_order >= 1 AND max_per_order <= 20),
  sales_from            timestamptz(3), sales_until timestamptz(3),
  inventory_updated_at  timestamptz(3) NOT NULL, -- When capacity, held or sold last changed.
  CHECK (total_minor >= price_minor), CONSTRAINT never_oversold CHECK ((held + sold) <= capacity), UNIQUE (event_id, external_id)
) WITH (fillfactor = 50);
CREATE INDEX ticket_types_event ON ticket_types (event_id, "position");

-- Accounts of organizers at the payment processor. Live tickets are sold only if the account can charge cards.
CREATE TABLE payment_accounts (
  organizer_id     text           PRIMARY KEY REFERENCES organizers,
  account          text           NOT NULL UNIQUE, -- Id at the processor.
  charges_enabled  boolean        NOT NULL,
  currency         text, -- Payout currency of the organizer. NULL: not known yet.
  country          text,
  requirements     text[]         NOT NULL, -- Missing data, by the processor's names.
  disabled_reason  text,
  connected_at     timestamptz(3) NOT NULL,
  refreshed_at     timestamptz(3) NOT NULL, -- Time of the processor's last report.
  mode             text           NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')) -- Mode of the processor account and of the orders it charges.
);
