CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Events as partners read them: the columns that select a page, and the finished JSON document.
CREATE TABLE event_listings (
  event_id      text           COLLATE "C" PRIMARY KEY, -- Refers to events.
  test          boolean        NOT NULL,
  upcoming      boolean        NOT NULL,
  status        text           NOT NULL CHECK (status IN ('scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed')),
  sort_at       timestamptz(3) NOT NULL, -- starts_at, else the start of `date` in the event's timezone.
  date          date           NOT NULL,
  country       text           COLLATE "C",
  city          text,
  city_key      text           COLLATE "C", -- The city as `cityKey` in src/platform/places/city-names.ts returns it: all names of a city are one.
  category      text           COLLATE "C",
  venue_id      text           COLLATE "C", -- Derived from the organizer and the folded names of the venue and its city.
  artists       text           COLLATE "C", -- Case-folded names of the performers, one per line, for searches that match too many names. NULL: too long for an index entry.
  lat           double precision, lng double precision,
  cell          integer, -- One-degree square: (floor(lat) + 90) * 360 + floor(lng) + 180.
  paying        boolean        NOT NULL,
  earns         double precision, -- Reward for one ticket in the event's currency. Used by minimum_earnings.
  price         double precision, -- Lowest price of a ticket in `currency`, as its buyer pays it. Used by sort=price.
  currency      text           COLLATE "C",
  on_sale       date, -- Day at the venue on which the first tickets go on sale. NULL: not known.
  updated_at    timestamptz(3) NOT NULL,
  due_at        timestamptz(3), -- Next time at which the document changes by itself: sales open or close, or the event ends.
  words         tsvector       NOT NULL DEFAULT '', -- Folded words of the name, the venue, the city and the performers (src/listings/rules/search-words.ts).
  word_bits     bigint         NOT NULL DEFAULT 0, -- Bits of the words. An index holds them in place of the words.
  content_hash  text           COLLATE "C" NOT NULL, -- Hash of the document without its two time stamps. Separates a content change from an inventory change.
  doc           text           STORAGE EXTERNAL NOT NULL, -- JSON with byte 0x01 in place of the service's address and 0x02 in place of the partner's code. JSON never contains raw control characters.
  CONSTRAINT earns_when_paying CHECK ((earns IS NOT NULL) = paying)
) WITH (toast_tuple_target = 8160, fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE event_listings ALTER COLUMN currency SET (n_distinct = 20), ALTER COLUMN on_sale SET (n_distinct = 500), ALTER COLUMN cell SET STATISTICS 1000, ALTER COLUMN country SET (n_distinct = 20), ALTER COLUMN city_key SET (n_distinct = 50), ALTER COLUMN category SET (n_distinct = 10), ALTER COLUMN cell SET (n_distinct = 50);
-- Pages of upcoming events, then pages of changes: equality columns first, then the page order, then further filters.
CREATE INDEX listings_soonest ON event_listings (sort_at, event_id) INCLUDE (date, earns, artists, lat, lng, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_country ON event_listings (country, sort_at, event_id) INCLUDE (date, earns, artists, lat, lng, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_category ON event_listings (category, sort_at, event_id) INCLUDE (date, earns, artists, lat, lng, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_city ON event_listings (city_key, sort_at, event_id) INCLUDE (date, earns, artists, country, lat, lng, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_venue ON event_listings (venue_id, sort_at, event_id) INCLUDE (date, earns, country, category) WHERE upcoming AND NOT test;
CREATE INDEX listings_country_category ON event_listings (country, category, sort_at, event_id) INCLUDE (date, earns, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_city_category ON event_listings (city_key, category, sort_at, event_id) INCLUDE (date, earns, country, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_cell ON event_listings (cell, sort_at, event_id) INCLUDE (lat, lng, date, earns, artists, country, category, city_key, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listings_country_price ON event_listings (country, currency, price, event_id) INCLUDE (date, earns, category) WHERE upcoming AND NOT test AND price IS NOT NULL;
CREATE INDEX listings_city_price ON event_listings (city_key, currency, price, event_id) INCLUDE (date, earns, country, category) WHERE upcoming AND NOT test AND price IS NOT NULL;
CREATE INDEX listings_on_sale ON event_listings (on_sale, sort_at, event_id) INCLUDE (date, earns, artists, lat, lng, country, category, city_key, word_bits) WHERE upcoming AND NOT test AND on_sale IS NOT NULL;
CREATE INDEX listings_changed ON event_listings (updated_at, event_id) INCLUDE (date, earns, artists, lat, lng) WHERE NOT test;
CREATE INDEX listings_country_changed ON event_listings (country, updated_at, event_id) INCLUDE (date, earns, category) WHERE NOT test;
CREATE INDEX listings_category_changed ON event_listings (category, updated_at, event_id) INCLUDE (date, earns) WHERE NOT test;
CREATE INDEX listings_city_changed ON event_listings (city_key, updated_at, event_id) INCLUDE (date, earns, country, category) WHERE NOT test;
CREATE INDEX listings_venue_changed ON event_listings (venue_id, updated_at, event_id) INCLUDE (date, earns, country, category) WHERE NOT test;
CREATE INDEX listings_cell_changed ON event_listings (cell, updated_at, event_id) INCLUDE (lat, lng, date, earns, country, category, city_key) WHERE NOT test;
CREATE INDEX listings_words ON event_listings USING gin (words) WITH (gin_pending_list_limit = 256) WHERE upcoming AND NOT test; -- A search reads the whole pending list, so it is short.
CREATE INDEX listings_samples ON event_listings (sort_at, event_id) WHERE test; -- Samples are few: one index serves every filter.
CREATE INDEX listings_due ON event_listings (due_at) WHERE due_at IS NOT NULL;
-- In the database, so that no writer can forget it: a document in memory is only as fresh as this.
CREATE FUNCTION note_changed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids text[]; latest bigint;
BEGIN
  SELECT array_agg(event_id) INTO ids FROM before;
  IF ids IS NULL THEN RETURN NULL; END IF;
  UPDATE listing_stamp SET generation = generation + 1 RETURNING generation INTO latest;
  INSERT INTO listing_changes (generation, event_ids) VALUES (latest, ids);
  DELETE FROM listing_changes WHERE generation <= latest - 1000;
  RETURN NULL; END $$;
CREATE TRIGGER note_updated AFTER UPDATE ON event_listings REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_changed_documents();
CREATE TRIGGER note_deleted AFTER DELETE ON event_listings REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_changed_documents();
-- Without its rows nobody can tell what changed: every document is forgotten.
CREATE FUNCTION note_all_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listing_stamp SET generation = generation + 1;
  DELETE FROM listing_changes;
  RETURN NULL; END $$;
CREATE TRIGGER note_truncated AFTER TRUNCATE ON event_listings FOR EACH STATEMENT EXECUTE FUNCTION note_all_documents();

-- Every word that an event has or had, to find the words that begin with a text.
CREATE TABLE listing_words (
  word  text COLLATE "C" PRIMARY KEY
);

-- Performers of each organizer, found by their id or a part of their name.
CREATE TABLE performers (
  id               bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id        text    COLLATE "C" NOT NULL UNIQUE, -- What partners see: derived from the organizer and name_key.
  name_key         text    COLLATE "C" NOT NULL, -- The name as fold_text returns it.
  upcoming_events  integer NOT NULL DEFAULT 0 CHECK (upcoming_events >= 0)
);
CREATE INDEX performers_name ON performers USING gin (name_key gin_trgm_ops);

-- Performers by event. Repeats the filter columns, so that a search by performer reads this table alone.
CREATE TABLE listing_performers (
  performer_id  bigint, -- Refers to performers.
  event_id      text           COLLATE "C", -- Refers to event_listings.
  test          boolean        NOT NULL,
  upcoming      boolean        NOT NULL,
  sort_at       timestamptz(3) NOT NULL,
  date          date           NOT NULL,
  country       text           COLLATE "C",
  city_key      text           COLLATE "C",
  category      text           COLLATE "C",
  venue_id      text           COLLATE "C",
  lat           double precision, lng double precision,
  earns         double precision,
  word_bits     bigint         NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (performer_id, event_id)
);
CREATE INDEX listing_performers_event ON listing_performers (event_id);
CREATE INDEX listing_performers_soonest ON listing_performers (performer_id, sort_at, event_id) INCLUDE (date, country, city_key, category, lat, lng, earns, word_bits) WHERE upcoming AND NOT test;
CREATE INDEX listing_performers_place ON listing_performers (performer_id, lng) INCLUDE (lat, sort_at, event_id) WHERE upcoming AND NOT test; -- Events of a performer in a circle. Reads only the circle's longitudes: a fourteenth of all events at 500 km.

-- Upcoming events by country and category. The projector updates it with the listings.
CREATE TABLE listing_category_counts (
  test           boolean,
  country        text    COLLATE "C", -- Empty: none.
  category       text    COLLATE "C",
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL,
  CHECK (paying_events >= 0 AND paying_events <= events), PRIMARY KEY (test, country, category)
);

-- Upcoming events by city. The projector updates it with the listings.
CREATE TABLE listing_city_counts (
  test           boolean,
  country        text    COLLATE "C", -- Empty: none.
  city_key       text    COLLATE "C",
  city           text    NOT NULL, -- Spelling of the first event.
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL,
  CHECK (paying_events >= 0 AND paying_events <= events), PRIMARY KEY (test, country, city_key)
);

-- Upcoming events by city and category, for agreements limited to categories.
CREATE TABLE listing_city_category_counts (
  test           boolean,
  country        text    COLLATE "C",
  city_key       text    COLLATE "C",
  category       text    COLLATE "C",
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL,
  CHECK (paying_events >= 0 AND paying_events <= events), PRIMARY KEY (test, category, country, city_key)
);

-- Events that stopped being visible, with the country, category and reward they had. A partner sees those that its agreement covered.
CREATE TABLE withdrawals (
  withdrawn_at  timestamptz(6) PRIMARY KEY, -- Unique: 3 ms apart, or 3 µs in large batches, so that paging by 500 always ends.
  event_id      text           COLLATE "C" NOT NULL, -- Refers to events.
  company_id    text, -- Refers to companies: withdrawn from this company only, because its agreement changed. NULL: from all companies.
  country       text,
  category      text,
  paying        boolean        NOT NULL,
  test          boolean        NOT NULL DEFAULT false
);
CREATE INDEX withdrawals_event ON withdrawals (event_id);
CREATE INDEX withdrawals_everybody ON withdrawals (withdrawn_at) WHERE company_id IS NULL AND NOT test;
CREATE INDEX withdrawals_company ON withdrawals (company_id, withdrawn_at) WHERE company_id IS NOT NULL;
-- One row: the last updated_at or withdrawn_at, and a counter of document changes. Its row lock puts both in commit order.
CREATE TABLE listing_stamp (
  singleton   boolean        PRIMARY KEY DEFAULT true CHECK (singleton),
  last_stamp  timestamptz(3) NOT NULL,
  generation  bigint         NOT NULL DEFAULT 0 -- Number of statements that changed or deleted documents.
);

-- The changed documents of each of the last 1,000 generations. A trigger maintains it.
CREATE TABLE listing_changes (
  generation  bigint PRIMARY KEY,
  event_ids   text[] NOT NULL -- Refer to event_listings.
);
INSERT INTO listing_stamp (last_stamp) VALUES ('epoch');
