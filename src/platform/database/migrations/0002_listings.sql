-- The read model of events: what is needed to choose a page without opening its documents, and the way to each page.

ALTER TABLE event_listings
  ADD COLUMN status text NOT NULL,
  -- Folded names of the performers, one a line, for artist searches that match too many names to go name by name.
  ADD COLUMN artists text NOT NULL COLLATE "C",
  -- Of the document without its two time stamps: tells a change from a mere move of the inventory.
  ADD COLUMN content_hash text NOT NULL COLLATE "C",
  -- When the document changes without anybody touching the event: sales open or close, the event is over.
  ADD COLUMN due_at timestamptz(3),
  -- `earns` alone stands in the indexes, and tells both.
  ADD CONSTRAINT earns_when_paying CHECK ((earns IS NOT NULL) = paying);

-- Documents of 2 to 8 KB stay in the row as they are: unpacking them would cost more than finding them.
ALTER TABLE event_listings ALTER COLUMN doc SET STORAGE EXTERNAL;
ALTER TABLE event_listings SET (
  toast_tuple_target = 8160,
  -- Room for the new document beside the old one, so that a hold touches no index.
  fillfactor = 85,
  -- Pages are chosen by index-only scans, which need a recent visibility map.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

-- A plan is made once for all values of a parameter. Told that every value is frequent, the planner always walks the
-- index in the order of the page and stops at its end, which is right for the rare values too; left to its averages
-- it would gather and sort all events of a city, which is wrong for London.
ALTER TABLE event_listings ALTER COLUMN country SET (n_distinct = 20);
ALTER TABLE event_listings ALTER COLUMN category SET (n_distinct = 10);
ALTER TABLE event_listings ALTER COLUMN city_key SET (n_distinct = 50);
ALTER TABLE event_listings ALTER COLUMN cell SET (n_distinct = 50);

-- Pages of upcoming events: equality, then the order of the page, then what else a filter may ask.
CREATE INDEX listings_soonest ON event_listings (sort_at, event_id) INCLUDE (date, earns) WHERE upcoming AND NOT test;
CREATE INDEX listings_country ON event_listings (country, sort_at, event_id) INCLUDE (date, earns) WHERE upcoming AND NOT test;
CREATE INDEX listings_category ON event_listings (category, sort_at, event_id) INCLUDE (date, earns) WHERE upcoming AND NOT test;
CREATE INDEX listings_city ON event_listings (city_key, sort_at, event_id) INCLUDE (date, earns, country) WHERE upcoming AND NOT test;
CREATE INDEX listings_country_category ON event_listings (country, category, sort_at, event_id) INCLUDE (date, earns) WHERE upcoming AND NOT test;
CREATE INDEX listings_city_category ON event_listings (city_key, category, sort_at, event_id) INCLUDE (date, earns, country) WHERE upcoming AND NOT test;
CREATE INDEX listings_cell ON event_listings (cell, sort_at, event_id)
  INCLUDE (lat, lng, date, earns, country, category, city_key) WHERE upcoming AND NOT test;

-- Pages of changes: ended and cancelled events too.
CREATE INDEX listings_changed ON event_listings (updated_at, event_id) INCLUDE (date, earns) WHERE NOT test;
CREATE INDEX listings_country_changed ON event_listings (country, updated_at, event_id) INCLUDE (date, earns, category) WHERE NOT test;
CREATE INDEX listings_category_changed ON event_listings (category, updated_at, event_id) INCLUDE (date, earns) WHERE NOT test;
CREATE INDEX listings_city_changed ON event_listings (city_key, updated_at, event_id) INCLUDE (date, earns, country, category) WHERE NOT test;
CREATE INDEX listings_cell_changed ON event_listings (cell, updated_at, event_id)
  INCLUDE (lat, lng, date, earns, country, category, city_key) WHERE NOT test;

-- The samples are few: one way to them serves every filter.
CREATE INDEX listings_samples ON event_listings (sort_at, event_id) WHERE test;
CREATE INDEX listings_due ON event_listings (due_at) WHERE due_at IS NOT NULL;

-- Pages of one performer's events. The projector alone writes both sides: checking each link would be half its work.
ALTER TABLE listing_performers DROP CONSTRAINT listing_performers_performer_id_fkey;
ALTER TABLE listing_performers DROP CONSTRAINT listing_performers_event_id_fkey;
CREATE INDEX listing_performers_soonest ON listing_performers (performer_id, sort_at, event_id) WHERE upcoming AND NOT test;

-- Counters of upcoming events at the grain of each question, so that an answer reads rows and groups as little as it can.
DROP TABLE listing_counts;
CREATE TABLE listing_category_counts (
  test           boolean NOT NULL,
  country        text NOT NULL COLLATE "C",          -- '' for none
  category       text NOT NULL COLLATE "C",
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL CHECK (paying_events BETWEEN 0 AND events),
  PRIMARY KEY (test, country, category)
);
CREATE TABLE listing_city_counts (
  test           boolean NOT NULL,
  country        text NOT NULL COLLATE "C",          -- '' for none
  city_key       text NOT NULL COLLATE "C",
  city           text NOT NULL,                      -- as the first event wrote it
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL CHECK (paying_events BETWEEN 0 AND events),
  PRIMARY KEY (test, country, city_key)
);
-- For agreements that narrow by category.
CREATE TABLE listing_city_category_counts (
  test           boolean NOT NULL,
  country        text NOT NULL COLLATE "C",
  city_key       text NOT NULL COLLATE "C",
  category       text NOT NULL COLLATE "C",
  events         integer NOT NULL CHECK (events >= 0),
  paying_events  integer NOT NULL CHECK (paying_events BETWEEN 0 AND events),
  PRIMARY KEY (test, category, country, city_key)
);

ALTER TABLE withdrawals ADD COLUMN test boolean NOT NULL DEFAULT false;
-- Withdrawals from everybody and those from one company are each read in their order.
CREATE INDEX withdrawals_everybody ON withdrawals (withdrawn_at) WHERE company_id IS NULL AND NOT test;
CREATE INDEX withdrawals_company ON withdrawals (company_id, withdrawn_at) WHERE company_id IS NOT NULL;
