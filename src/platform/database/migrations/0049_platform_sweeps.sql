-- Sweeps repair what Temporal lost, so their clock is here and not there.

CREATE TABLE sweeps (
  id          text PRIMARY KEY COLLATE "C",
  due_at      timestamptz(3) NOT NULL,
  held_until  timestamptz(3),
  begun_at    timestamptz(3),
  ended_at    timestamptz(3),
  failure     text
);
COMMENT ON TABLE sweeps IS 'Repairs that the workers run every few minutes, one worker each at a time. Instants are by the database''s own clock.';
COMMENT ON COLUMN sweeps.held_until IS 'A worker is running it, and renews this every few seconds. NULL: none is.';
COMMENT ON COLUMN sweeps.failure IS 'Why the last run failed; NULL: it did not.';
