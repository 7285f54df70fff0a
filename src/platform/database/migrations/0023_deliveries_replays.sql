-- Replays that members asked for in the dashboard, which the workers carry out.

CREATE TABLE delivery_replays (
  id            text PRIMARY KEY,
  endpoint_id   text NOT NULL COLLATE "C" REFERENCES delivery_endpoints,
  since         timestamptz(3) NOT NULL,
  states        text[] NOT NULL,
  restarted     integer NOT NULL DEFAULT 0,
  requested_by  text NOT NULL,
  requested_at  timestamptz(3) NOT NULL,
  finished_at   timestamptz(3)
);
COMMENT ON TABLE delivery_replays IS 'Requests to redeliver what an endpoint missed since an instant. Deleted when old.';
COMMENT ON COLUMN delivery_replays.requested_by IS 'Who asked, for the audit log.';
COMMENT ON COLUMN delivery_replays.finished_at IS 'NULL: waiting, or under way.';
CREATE INDEX delivery_replays_endpoint ON delivery_replays (endpoint_id, requested_at DESC);
