-- What every capability stands on. The files after this one create a capability's tables each, in the order that their
-- foreign keys need. The comments of tables and columns are in the database too: `\d+ outbox` in psql shows them.

CREATE TABLE outbox (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic       text NOT NULL,
  key         text NOT NULL,
  created_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE outbox IS 'Announcements of changes, each written in the transaction of its change. The relay in the workers deletes a row once it has acted on it.';
COMMENT ON COLUMN outbox.topic IS 'What happened: event.touched, order.created, refund.requested and others (src/platform/outbox).';
COMMENT ON COLUMN outbox.key IS 'The id of what the topic is about: an event, an order, a refund and so on.';
-- Each topic is read from its beginning.
CREATE INDEX outbox_topic ON outbox (topic, id);

COMMENT ON TABLE schema_migrations IS 'Which files of src/platform/database/migrations were applied, and when. `migrate` creates it.';
COMMENT ON COLUMN schema_migrations.checksum IS 'SHA-256 of the file: one that was edited after it had been applied is refused.';
