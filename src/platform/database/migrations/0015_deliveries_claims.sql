-- First attempts are claimed in batches by the senders, under a lease.

ALTER TABLE delivery_attempts ADD COLUMN claimed_until timestamptz(3);
COMMENT ON COLUMN delivery_attempts.claimed_until IS 'By the database''s clock: until then nobody else may send this attempt. NULL: it has ended, or its workflow makes it.';
COMMENT ON COLUMN delivery_attempts.sends IS 'How often it was claimed or begun: more than one when a crash came between the sending and its end.';
-- Each row is updated once, soon after it was written: room for that on its page keeps the index out of it.
ALTER TABLE delivery_attempts SET (fillfactor = 70);

-- What waits for its first attempt and nothing else: however many delivered rows are kept, a claim reads none of them.
CREATE INDEX deliveries_first ON deliveries (endpoint_id, change_seq) INCLUDE (next_attempt_at) WHERE state = 'pending' AND attempt = 0;
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending' AND attempt > 0;
-- With the state, counts and lists by state find their rows in the index alone.
DROP INDEX deliveries_endpoint;
CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, change_seq) INCLUDE (state);
