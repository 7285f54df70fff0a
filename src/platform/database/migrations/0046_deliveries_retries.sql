-- one by one
-- What is due at an endpoint is claimed in the order of its time.

DROP INDEX CONCURRENTLY IF EXISTS deliveries_retries;
CREATE INDEX CONCURRENTLY deliveries_retries ON deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending' AND attempt > 0;

-- Whether an event was withdrawn later is asked for each attempt, and most changes withdraw nothing.

DROP INDEX CONCURRENTLY IF EXISTS deliveries_withdrawing;
CREATE INDEX CONCURRENTLY deliveries_withdrawing ON deliveries (event_id, endpoint_id, change_seq) WHERE withdraws;
