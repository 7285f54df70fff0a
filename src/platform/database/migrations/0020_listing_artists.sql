-- Searches by performer with any other filter: what events are chosen by is repeated beside each performer, and names
-- stand in the indexes that a search by many names walks along.

-- NULL: the names are too long for an index entry, and are looked up.
ALTER TABLE event_listings ALTER COLUMN artists DROP NOT NULL;
UPDATE event_listings SET artists = NULL WHERE octet_length(artists) > 1000;

DROP INDEX listings_soonest, listings_country, listings_category, listings_city, listings_cell, listings_changed, listing_performers_soonest;
CREATE INDEX listings_soonest ON event_listings (sort_at, event_id) INCLUDE (date, earns, artists) WHERE upcoming AND NOT test;
CREATE INDEX listings_country ON event_listings (country, sort_at, event_id) INCLUDE (date, earns, artists) WHERE upcoming AND NOT test;
CREATE INDEX listings_category ON event_listings (category, sort_at, event_id) INCLUDE (date, earns, artists) WHERE upcoming AND NOT test;
CREATE INDEX listings_city ON event_listings (city_key, sort_at, event_id)
  INCLUDE (date, earns, artists, country, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_cell ON event_listings (cell, sort_at, event_id)
  INCLUDE (lat, lng, date, earns, artists, country, category, city_key) WHERE upcoming AND NOT test;
CREATE INDEX listings_changed ON event_listings (updated_at, event_id) INCLUDE (date, earns, artists) WHERE NOT test;

ALTER TABLE listing_performers
  ADD COLUMN updated_at timestamptz(3),
  ADD COLUMN date date,
  ADD COLUMN country text COLLATE "C",
  ADD COLUMN city_key text COLLATE "C",
  ADD COLUMN category text COLLATE "C",
  ADD COLUMN lat double precision,
  ADD COLUMN lng double precision,
  ADD COLUMN earns double precision;
UPDATE listing_performers lp SET updated_at = l.updated_at, date = l.date, country = l.country, city_key = l.city_key,
  category = l.category, lat = l.lat, lng = l.lng, earns = l.earns
FROM event_listings l WHERE l.event_id = lp.event_id;
ALTER TABLE listing_performers ALTER COLUMN updated_at SET NOT NULL, ALTER COLUMN date SET NOT NULL;
CREATE INDEX listing_performers_soonest ON listing_performers (performer_id, sort_at, event_id)
  INCLUDE (date, country, city_key, category, lat, lng, earns) WHERE upcoming AND NOT test;

ALTER TABLE performers ADD COLUMN upcoming_events integer NOT NULL DEFAULT 0 CHECK (upcoming_events >= 0);
UPDATE performers p SET upcoming_events = counted.events
FROM (SELECT performer_id, count(*) AS events FROM listing_performers WHERE upcoming GROUP BY performer_id) counted
WHERE p.id = counted.performer_id;
