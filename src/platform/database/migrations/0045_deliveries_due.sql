-- Retries are rows that are due, sent by the senders like first attempts. What a sender must know of an endpoint, and which
-- endpoints it sends to, stands here and in no process.

ALTER TABLE delivery_endpoints
  ADD COLUMN failures_in_a_row integer NOT NULL DEFAULT 0,
  ADD COLUMN probe_at timestamptz(3),
  ADD COLUMN recalls integer NOT NULL DEFAULT 0,
  ADD COLUMN retries_until timestamptz(3),
  ADD COLUMN next_round_at timestamptz(3);
COMMENT ON COLUMN delivery_endpoints.failures_in_a_row IS 'Attempts that failed since the last success. After a hundred, first attempts are merely probes.';
COMMENT ON COLUMN delivery_endpoints.probe_at IS 'When the next first attempt is made while it fails. NULL: it is not probed.';
COMMENT ON COLUMN delivery_endpoints.recalls IS 'Counted up when deliveries end otherwise than by an attempt: what a sender claimed before and has not begun, it gives back.';
COMMENT ON COLUMN delivery_endpoints.retries_until IS 'Retries that are due up to this instant are released; others go when they are 15 seconds overdue.';
COMMENT ON COLUMN delivery_endpoints.next_round_at IS 'When the workflow of the endpoint releases retries next. NULL: it has none.';

CREATE TABLE senders (
  holder      text PRIMARY KEY COLLATE "C",
  seen_until  timestamptz(3) NOT NULL
);
COMMENT ON TABLE senders IS 'The senders of deliveries that live: each keeps its row fresh, by the database''s own clock.';

CREATE TABLE sender_shards (
  shard       integer PRIMARY KEY,
  holder      text COLLATE "C",
  held_until  timestamptz(3),
  busy        jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE sender_shards IS 'Which sender has which part of the endpoints, under a lease by the database''s own clock.';
COMMENT ON COLUMN sender_shards.holder IS 'Refers to senders. NULL: free.';
COMMENT ON COLUMN sender_shards.busy IS 'Attempts that were under way for long when the lease was renewed, by endpoint: they take places of the next holder''s.';
INSERT INTO sender_shards (shard) SELECT generate_series(0, 7);
