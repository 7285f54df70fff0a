-- Gives the read model the keys that the code makes from now on: names without accents, cities without punctuation. Cities with other
-- names get the key of their usual name by `partner-events catalogue reproject`.

-- The projector and other writers wait.
SELECT FROM listing_stamp FOR UPDATE;

CREATE FUNCTION pg_temp.city_key(city text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(regexp_replace(btrim(regexp_replace(replace(fold_text(split_part(city, ',', 1)), '''', ''), '[ -/:-@[-`{-~]+', ' ', 'g')),
    '^st ', 'saint '), ''), fold_text(city))
$$;

UPDATE event_listings SET city_key = pg_temp.city_key(city_key)
WHERE city_key IS DISTINCT FROM pg_temp.city_key(city_key);
UPDATE listing_performers SET city_key = pg_temp.city_key(city_key)
WHERE city_key IS DISTINCT FROM pg_temp.city_key(city_key);

DELETE FROM listing_city_counts;
INSERT INTO listing_city_counts (test, country, city_key, city, events, paying_events)
SELECT test, coalesce(country, ''), city_key, min(city), count(*), count(*) FILTER (WHERE paying)
FROM event_listings WHERE upcoming AND city_key <> '' GROUP BY 1, 2, 3;
DELETE FROM listing_city_category_counts;
INSERT INTO listing_city_category_counts (test, country, city_key, category, events, paying_events)
SELECT test, coalesce(country, ''), city_key, category, count(*), count(*) FILTER (WHERE paying)
FROM event_listings WHERE upcoming AND city_key <> '' AND category <> '' GROUP BY 1, 2, 3, 4;

UPDATE event_listings SET artists = folded.names
FROM (SELECT event_id, string_agg(name, E'\n' ORDER BY position) AS names
        FROM (SELECT event_id, fold_text(line) AS name, min(position) AS position
                FROM event_listings, unnest(string_to_array(artists, E'\n')) WITH ORDINALITY AS lines (line, position)
               GROUP BY 1, 2) names
       GROUP BY event_id) folded
WHERE event_listings.event_id = folded.event_id AND artists <> folded.names;

-- Two spellings of a performer become one row.
CREATE TEMP TABLE folded_performers ON COMMIT DROP AS
  SELECT id, fold_text(name_key) AS name_key FROM performers WHERE name_key <> fold_text(name_key);
INSERT INTO performers (name_key) SELECT DISTINCT name_key FROM folded_performers WHERE name_key <> '' ON CONFLICT DO NOTHING;
CREATE TEMP TABLE folded_links ON COMMIT DROP AS
  SELECT f.id AS old_id, p.id AS new_id FROM folded_performers f JOIN performers p USING (name_key);
INSERT INTO listing_performers (performer_id, event_id, test, upcoming, sort_at, date, country, city_key, category, lat, lng, earns, updated_at)
SELECT f.new_id, l.event_id, l.test, l.upcoming, l.sort_at, l.date, l.country, l.city_key, l.category, l.lat, l.lng, l.earns, l.updated_at
FROM listing_performers l JOIN folded_links f ON f.old_id = l.performer_id ON CONFLICT DO NOTHING;
DELETE FROM listing_performers l USING folded_performers f WHERE f.id = l.performer_id;
DELETE FROM performers p USING folded_performers f WHERE f.id = p.id;
UPDATE performers p SET upcoming_events = counted.events
FROM (SELECT performer_id, count(*) FILTER (WHERE upcoming) AS events FROM listing_performers
       WHERE performer_id IN (SELECT new_id FROM folded_links) GROUP BY performer_id) counted
WHERE p.id = counted.performer_id;

COMMENT ON COLUMN event_listings.city_key IS 'The city as `cityKey` in src/platform/places/city-names.ts returns it: all names of a city are one.';
COMMENT ON COLUMN event_listings.artists IS 'Names of the performers as fold_text returns them, one a line, for searches that match too many names to go name by name. NULL: too long for an index entry.';
COMMENT ON COLUMN performers.name_key IS 'The name as fold_text returns it.';
COMMENT ON COLUMN listing_city_counts.city IS 'The usual name of a city with several names, else as the first event wrote it.';
