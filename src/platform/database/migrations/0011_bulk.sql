-- Bulk files: what a company subscribes to, the files made of it, and when the last full one was given out.

CREATE TABLE bulk_subscriptions (
  id           text PRIMARY KEY CHECK (id ~ '^bfs_[A-Za-z0-9]{6,40}$'),
  company_id   text NOT NULL REFERENCES companies,
  name         text NOT NULL DEFAULT '',
  -- Narrow what the agreement covers, and never widen it; NULL means "no narrowing".
  countries    text[],
  categories   text[],
  days_ahead   integer CHECK (days_ahead BETWEEN 1 AND 3650),
  paying_only  boolean NOT NULL DEFAULT false,
  -- Number of the last file begun; taking the next one is also what makes requests for the same file wait for each other.
  builds       integer NOT NULL DEFAULT 0,
  created_at   timestamptz(3) NOT NULL
);
CREATE INDEX bulk_subscriptions_company ON bulk_subscriptions (company_id);

CREATE TABLE bulk_files (
  id               text PRIMARY KEY,
  subscription_id  text NOT NULL REFERENCES bulk_subscriptions ON DELETE CASCADE,
  key_id           text NOT NULL REFERENCES api_keys,   -- whose code the buy links carry
  mode             text NOT NULL CHECK (mode IN ('test', 'live')),
  format           text NOT NULL CHECK (format IN ('ndjson', 'csv')),
  since            text COLLATE "C",                    -- of a changes file; NULL: a full one
  scope            text NOT NULL,                       -- the rights it was asked for with, later those it was made with
  build            integer NOT NULL,
  state            text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'ready', 'failed')),
  requested_at     timestamptz(3) NOT NULL,
  snapshot_at      timestamptz(3),
  finished_at      timestamptz(3),
  first_sent_at    timestamptz(3),                      -- whole, with status 200
  path             text,
  bytes            bigint,
  etag             text,
  events           integer,
  withdrawn        integer,
  truncated        boolean,
  changed_until    timestamptz(3),                      -- what the next `changed_since` may be
  error            text,
  UNIQUE (subscription_id, build),
  CHECK ((state = 'ready') = (path IS NOT NULL)),
  CHECK (state <> 'ready' OR (bytes IS NOT NULL AND etag IS NOT NULL AND snapshot_at IS NOT NULL))
);
-- Requests for the same file join the one that is being made.
CREATE UNIQUE INDEX bulk_files_building ON bulk_files (subscription_id, key_id, format, coalesce(since, ''), scope)
  WHERE state = 'building';
CREATE INDEX bulk_files_newest ON bulk_files (subscription_id, key_id, format, build DESC);
CREATE INDEX bulk_files_old ON bulk_files (requested_at);

-- Sandbox and live files do not hold each other up.
CREATE TABLE bulk_clocks (
  subscription_id  text NOT NULL REFERENCES bulk_subscriptions ON DELETE CASCADE,
  mode             text NOT NULL CHECK (mode IN ('test', 'live')),
  started_at       timestamptz(3) NOT NULL,
  file_id          text NOT NULL,
  PRIMARY KEY (subscription_id, mode)
);
