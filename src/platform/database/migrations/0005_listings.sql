-- The read model of events: one row an event with its finished document, the indexes that choose a page, and counters.
-- The projector alone writes it (src/listings); docs/decisions/0002-listings.md says why it is as it is.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE event_listings (
  event_id      text PRIMARY KEY COLLATE "C",
  test          boolean NOT NULL,
  upcoming      boolean NOT NULL,
  status        text NOT NULL,
  sort_at       timestamptz(3) NOT NULL,
  date          date NOT NULL,
  country       text COLLATE "C",
  city          text,
  city_key      text COLLATE "C",
  category      text COLLATE "C",
  artists       text COLLATE "C",
  lat           double precision,
  lng           double precision,
  cell          integer,
  paying        boolean NOT NULL,
  earns         double precision,
  updated_at    timestamptz(3) NOT NULL,
  due_at        timestamptz(3),
  content_hash  text NOT NULL COLLATE "C",
  -- Documents of 2 to 8 KB stay in the row as they are: unpacking them would cost more than finding them.
  doc           text STORAGE EXTERNAL NOT NULL,
  -- `earns` alone stands in the indexes, and tells both.
  CONSTRAINT earns_when_paying CHECK ((earns IS NOT NULL) = paying)
) WITH (
  toast_tuple_target = 8160,
  -- Room for the new document beside the old one, so that a hold touches no index.
  fillfactor = 85,
  -- Pages are chosen by index-only scans, which need a recent visibility map.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
COMMENT ON TABLE event_listings IS 'Events as partners read them: what a page is chosen by, and the finished JSON document.';
COMMENT ON COLUMN event_listings.event_id IS 'Refers to events.';
COMMENT ON COLUMN event_listings.sort_at IS 'starts_at, else the beginning of `date` in the event''s timezone.';
COMMENT ON COLUMN event_listings.city_key IS 'The city with its case folded: what filters and counters compare.';
COMMENT ON COLUMN event_listings.artists IS 'Names of the performers with their case folded, one a line, for searches that match too many names to go name by name. NULL: too long for an index entry.';
COMMENT ON COLUMN event_listings.cell IS 'One-degree square: (floor(lat) + 90) * 360 + floor(lng) + 180.';
COMMENT ON COLUMN event_listings.earns IS 'Reward for one ticket in the event''s currency, for minimum_earnings.';
COMMENT ON COLUMN event_listings.due_at IS 'When the document changes although nobody touches the event: sales open or close, the event is over.';
COMMENT ON COLUMN event_listings.content_hash IS 'Of the document without its two time stamps: tells a change from a mere move of the inventory.';
COMMENT ON COLUMN event_listings.doc IS 'JSON with the byte 0x01 where the service''s address goes and 0x02 where the partner''s code goes. Control characters never stand raw in JSON, so they cannot be confused with content.';

-- A plan is made once for all values of a parameter. Told that every value is frequent, the planner always walks the
-- index in the order of the page and stops at its end, which is right for the rare values too; left to its averages
-- it would gather and sort all events of a city, which is wrong for London.
ALTER TABLE event_listings
  ALTER COLUMN country SET (n_distinct = 20),
  ALTER COLUMN category SET (n_distinct = 10),
  ALTER COLUMN city_key SET (n_distinct = 50),
  ALTER COLUMN cell SET (n_distinct = 50),
  -- How many events a circle holds is told by these: with a good share of all, it is met soon on the way through any.
  ALTER COLUMN cell SET STATISTICS 1000;

-- Pages of upcoming events: equality, then the order of the page, then what else a filter may ask.
CREATE INDEX listings_soonest ON event_listings (sort_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_country ON event_listings (country, sort_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_category ON event_listings (category, sort_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_city ON event_listings (city_key, sort_at, event_id)
  INCLUDE (date, earns, artists, country, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_country_category ON event_listings (country, category, sort_at, event_id)
  INCLUDE (date, earns) WHERE upcoming AND NOT test;
CREATE INDEX listings_city_category ON event_listings (city_key, category, sort_at, event_id)
  INCLUDE (date, earns, country) WHERE upcoming AND NOT test;
CREATE INDEX listings_cell ON event_listings (cell, sort_at, event_id)
  INCLUDE (lat, lng, date, earns, artists, country, category, city_key) WHERE upcoming AND NOT test;

-- Pages of changes: ended and cancelled events too.
CREATE INDEX listings_changed ON event_listings (updated_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE NOT test;
CREATE INDEX listings_country_changed ON event_listings (country, updated_at, event_id)
  INCLUDE (date, earns, category) WHERE NOT test;
CREATE INDEX listings_category_changed ON event_listings (category, updated_at, event_id)
  INCLUDE (date, earns) WHERE NOT test;
CREATE INDEX listings_city_changed ON event_listings (city_key, updated_at, event_id)
  INCLUDE (date, earns, country, category) WHERE NOT test;
CREATE INDEX listings_cell_changed ON event_listings (cell, updated_at, event_id)
  INCLUDE (lat, lng, date, earns, country, category, city_key) WHERE NOT test;

-- The samples are few: one way to them serves every filter.
CREATE INDEX listings_samples ON event_listings (sort_at, event_id) WHERE test;
CREATE INDEX listings_due ON event_listings (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE performers (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name_key         text NOT NULL UNIQUE COLLATE "C",
  upcoming_events  integer NOT NULL DEFAULT 0 CHECK (upcoming_events >= 0)
);
COMMENT ON TABLE performers IS 'Names of performers, for searches by artist.';
COMMENT ON COLUMN performers.name_key IS 'The name with its case folded.';
CREATE INDEX performers_name ON performers USING gin (name_key gin_trgm_ops);

-- No foreign keys: the projector alone writes both sides, and checking each link would be half its work.
CREATE TABLE listing_performers (
  performer_id  bigint NOT NULL,
  event_id      text NOT NULL COLLATE "C",
  test          boolean NOT NULL,
  upcoming      boolean NOT NULL,
  sort_at       timestamptz(3) NOT NULL,
  date          date NOT NULL,
  country       text COLLATE "C",
  city_key      text COLLATE "C",
  category      text COLLATE "C",
  lat           double precision,
  lng           double precision,
  earns         double precision,
  updated_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (performer_id, event_id)
);
COMMENT ON TABLE listing_performers IS 'Who performs at which event. What events are chosen by is repeated here, so that a search by performer with any other filter reads this table alone.';
COMMENT ON COLUMN listing_performers.performer_id IS 'Refers to performers.';
COMMENT ON COLUMN listing_performers.event_id IS 'Refers to event_listings.';
CREATE INDEX listing_performers_event ON listing_performers (event_id);
CREATE INDEX listing_performers_soonest ON listing_performers (performer_id, sort_at, event_id)
  INCLUDE (date, country, city_key, category, lat, lng, earns) WHERE upcoming AND NOT test;

-- Counters stand at the grain of each query, so that an answer reads rows and groups as little as it can.
CREATE TABLE listing_category_counts (
  test           boolean NOT NULL,
  country        text NOT NULL COLLATE "C",
  category       text NOT NULL COLLATE "C",
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL CHECK (paying_events BETWEEN 0 AND events),
  PRIMARY KEY (test, country, category)
);
COMMENT ON TABLE listing_category_counts IS 'Upcoming events by country and category. The projector keeps it in the transaction of the listings.';
COMMENT ON COLUMN listing_category_counts.country IS 'Empty: none.';

CREATE TABLE listing_city_counts (
  test           boolean NOT NULL,
  country        text NOT NULL COLLATE "C",
  city_key       text NOT NULL COLLATE "C",
  city           text NOT NULL,
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL CHECK (paying_events BETWEEN 0 AND events),
  PRIMARY KEY (test, country, city_key)
);
COMMENT ON TABLE listing_city_counts IS 'Upcoming events by city. The projector keeps it in the transaction of the listings.';
COMMENT ON COLUMN listing_city_counts.country IS 'Empty: none.';
COMMENT ON COLUMN listing_city_counts.city IS 'As the first event wrote it.';

CREATE TABLE listing_city_category_counts (
  test           boolean NOT NULL,
  country        text NOT NULL COLLATE "C",
  city_key       text NOT NULL COLLATE "C",
  category       text NOT NULL COLLATE "C",
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL CHECK (paying_events BETWEEN 0 AND events),
  PRIMARY KEY (test, category, country, city_key)
);
COMMENT ON TABLE listing_city_category_counts IS 'Upcoming events by city and category, for agreements that narrow by category.';

CREATE TABLE withdrawals (
  withdrawn_at  timestamptz(6) PRIMARY KEY,
  event_id      text NOT NULL COLLATE "C",
  company_id    text,
  country       text,
  category      text,
  paying        boolean NOT NULL,
  test          boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE withdrawals IS 'Events that stopped being visible, with the country, category and reward they had. Partners are shown those that their agreement covered.';
COMMENT ON COLUMN withdrawals.withdrawn_at IS 'Unique, in whole milliseconds, and 3 ms apart, so that a partner who reads 500 at a time always comes to the end.';
COMMENT ON COLUMN withdrawals.event_id IS 'Refers to events.';
COMMENT ON COLUMN withdrawals.company_id IS 'Refers to companies: withdrawn from this one alone, since its agreement changed. NULL: from everybody.';
CREATE INDEX withdrawals_event ON withdrawals (event_id);
-- Withdrawals from everybody and those from one company are each read in their order.
CREATE INDEX withdrawals_everybody ON withdrawals (withdrawn_at) WHERE company_id IS NULL AND NOT test;
CREATE INDEX withdrawals_company ON withdrawals (company_id, withdrawn_at) WHERE company_id IS NOT NULL;

CREATE TABLE listing_stamp (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  last_stamp  timestamptz(3) NOT NULL
);
COMMENT ON TABLE listing_stamp IS 'One row: the last updated_at or withdrawn_at given out. Its row lock makes stamps follow the order of commits.';
INSERT INTO listing_stamp (last_stamp) VALUES ('epoch');
