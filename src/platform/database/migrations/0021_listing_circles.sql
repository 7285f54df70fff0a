-- A circle that holds a good share of all events is met soon on the way through any of them: where events lie stands in
-- the indexes that are walked then. How large the share is, the planner's statistics tell.

DROP INDEX listings_soonest, listings_country, listings_category, listings_changed;
CREATE INDEX listings_soonest ON event_listings (sort_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_country ON event_listings (country, sort_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_category ON event_listings (category, sort_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE upcoming AND NOT test;
CREATE INDEX listings_changed ON event_listings (updated_at, event_id)
  INCLUDE (date, earns, artists, lat, lng) WHERE NOT test;

ALTER TABLE event_listings ALTER COLUMN cell SET STATISTICS 1000;
