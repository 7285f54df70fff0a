-- A performer's events in a circle: the longitudes of it alone are read, a fourteenth of all events for 500 km.
CREATE INDEX listing_performers_place ON listing_performers (performer_id, lng)
  INCLUDE (lat, sort_at, event_id) WHERE upcoming AND NOT test;
