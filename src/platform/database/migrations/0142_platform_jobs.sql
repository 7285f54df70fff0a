-- one by one
-- A message that fails waits by itself, so that it delays no other.
ALTER TABLE outbox
  ADD COLUMN IF NOT EXISTS attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS tried_at timestamptz(3),
  ADD COLUMN IF NOT EXISTS due_at timestamptz(3),
  ADD COLUMN IF NOT EXISTS failure text;
COMMENT ON COLUMN outbox.attempts IS 'Failures of the subject so far.';
COMMENT ON COLUMN outbox.tried_at IS 'When it was handled last, by the database''s own clock. NULL: never.';
COMMENT ON COLUMN outbox.due_at IS 'When it is handled again, by the database''s own clock; infinity: it was set aside. NULL: it is new.';
COMMENT ON COLUMN outbox.failure IS 'Why the last attempt failed.';
DROP INDEX CONCURRENTLY IF EXISTS outbox_new;
CREATE INDEX CONCURRENTLY outbox_new ON outbox (topic, id) WHERE due_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS outbox_postponed;
CREATE INDEX CONCURRENTLY outbox_postponed ON outbox (topic, due_at) WHERE due_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS outbox_topic;
CREATE TABLE IF NOT EXISTS job_clocks (
  id          text PRIMARY KEY COLLATE "C",
  due_at      timestamptz(3) NOT NULL,
  held_until  timestamptz(3),
  begun_at    timestamptz(3),
  ended_at    timestamptz(3),
  failure     text
);
COMMENT ON TABLE job_clocks IS 'When the workers run each periodic job, and each job''s check for overdue subjects, again; one worker each at a time. Instants are by the database''s own clock.';
COMMENT ON COLUMN job_clocks.held_until IS 'A worker is running it, and renews this every few seconds. NULL: none is.';
COMMENT ON COLUMN job_clocks.failure IS 'Why the last run failed. NULL: it did not.';
