-- The newest version of each event and earning that webhooks told of. Works in Postgres and SQLite.
CREATE TABLE IF NOT EXISTS webhook_state (
  key TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  body TEXT NOT NULL
);

-- name: keep
-- Changes a row only if the delivery is newer: one that came twice, or late, changes nothing.
INSERT INTO webhook_state (key, version, body) VALUES ($1, $2, $3)
ON CONFLICT (key) DO UPDATE SET version = excluded.version, body = excluded.body
WHERE excluded.version > webhook_state.version;
