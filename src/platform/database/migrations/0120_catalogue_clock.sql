ALTER TABLE events ADD COLUMN utc_offset integer, ADD COLUMN online boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN events.utc_offset IS 'Minutes ahead of UTC, as the organizer wrote the start; only where timezone is null.';
COMMENT ON COLUMN events.online IS 'Takes place on the internet.';

UPDATE events SET online = true WHERE venue = 'Online' AND city IS NULL AND country IS NULL AND lat IS NULL;

-- The labels of these events name a timezone from now on.
INSERT INTO outbox (topic, key, created_at)
SELECT 'event.touched', id, now() FROM events
WHERE starts_at IS NOT NULL AND (online OR timezone IS NULL) AND status NOT IN ('completed', 'cancelled');
