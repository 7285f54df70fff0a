-- Bulk files: what a company subscribes to, the files made of it, and when the last full one was given out.

CREATE TABLE bulk_subscriptions (
  id           text PRIMARY KEY CHECK (id ~ '^bfs_[A-Za-z0-9]{6,40}$'),
  company_id   text NOT NULL REFERENCES companies,
  name         text NOT NULL DEFAULT '',
  countries    text[],
  categories   text[],
  days_ahead   integer CHECK (days_ahead BETWEEN 1 AND 3650),
  paying_only  boolean NOT NULL DEFAULT false,
  builds       integer NOT NULL DEFAULT 0,
  created_at   timestamptz(3) NOT NULL
);
COMMENT ON TABLE bulk_subscriptions IS 'Which events a company''s bulk files hold. They narrow what its agreement covers and never widen it.';
COMMENT ON COLUMN bulk_subscriptions.countries IS 'NULL: every country.';
COMMENT ON COLUMN bulk_subscriptions.categories IS 'NULL: every category.';
COMMENT ON COLUMN bulk_subscriptions.days_ahead IS 'NULL: every upcoming event.';
COMMENT ON COLUMN bulk_subscriptions.builds IS 'Number of the last file begun. Taking the next one also makes requests for the same file wait for each other.';
CREATE INDEX bulk_subscriptions_company ON bulk_subscriptions (company_id);

CREATE TABLE bulk_files (
  id               text PRIMARY KEY,
  subscription_id  text NOT NULL REFERENCES bulk_subscriptions ON DELETE CASCADE,
  key_id           text NOT NULL REFERENCES api_keys,
  mode             text NOT NULL CHECK (mode IN ('test', 'live')),
  format           text NOT NULL CHECK (format IN ('ndjson', 'csv')),
  since            text COLLATE "C",
  scope            text NOT NULL,
  build            integer NOT NULL,
  state            text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'ready', 'failed')),
  requested_at     timestamptz(3) NOT NULL,
  snapshot_at      timestamptz(3),
  finished_at      timestamptz(3),
  first_sent_at    timestamptz(3),
  path             text,
  bytes            bigint,
  etag             text,
  events           integer,
  withdrawn        integer,
  truncated        boolean,
  changed_until    timestamptz(3),
  error            text,
  UNIQUE (subscription_id, build),
  CHECK ((state = 'ready') = (path IS NOT NULL)),
  CHECK (state <> 'ready' OR (bytes IS NOT NULL AND etag IS NOT NULL AND snapshot_at IS NOT NULL))
);
COMMENT ON TABLE bulk_files IS 'Files being made, ready or failed. Old ones are deleted.';
COMMENT ON COLUMN bulk_files.key_id IS 'The key whose code its buy links carry.';
COMMENT ON COLUMN bulk_files.since IS 'The changed_since of a file of changes. NULL: a full file.';
COMMENT ON COLUMN bulk_files.scope IS 'The rights it was asked for with; once it is made, those it was made with.';
COMMENT ON COLUMN bulk_files.build IS 'Its number among the files of the subscription.';
COMMENT ON COLUMN bulk_files.first_sent_at IS 'When it was first sent whole, with status 200.';
COMMENT ON COLUMN bulk_files.path IS 'Where the file store keeps it.';
COMMENT ON COLUMN bulk_files.truncated IS 'true: there were more events than one file may hold.';
COMMENT ON COLUMN bulk_files.changed_until IS 'What the next changed_since may be.';
-- Requests for the same file join the one that is being made.
CREATE UNIQUE INDEX bulk_files_building ON bulk_files (subscription_id, key_id, format, coalesce(since, ''), scope)
  WHERE state = 'building';
CREATE INDEX bulk_files_newest ON bulk_files (subscription_id, key_id, format, build DESC);
CREATE INDEX bulk_files_old ON bulk_files (requested_at);

CREATE TABLE bulk_clocks (
  subscription_id  text NOT NULL REFERENCES bulk_subscriptions ON DELETE CASCADE,
  mode             text NOT NULL CHECK (mode IN ('test', 'live')),
  started_at       timestamptz(3) NOT NULL,
  file_id          text NOT NULL,
  PRIMARY KEY (subscription_id, mode)
);
COMMENT ON TABLE bulk_clocks IS 'When a subscription''s last full file was given out, which decides when the next one may be. Sandbox and live files do not delay each other.';
COMMENT ON COLUMN bulk_clocks.file_id IS 'Refers to bulk_files.';
