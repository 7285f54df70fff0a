-- Selections of events for bulk files. They can only narrow the agreement.
CREATE TABLE bulk_subscriptions (
  id           text           PRIMARY KEY CHECK (id ~ '^bfs_[A-Za-z0-9]{6,40}$'),
  company_id   text           NOT NULL REFERENCES companies,
  name         text           NOT NULL DEFAULT '',
  countries    text[], -- NULL: every country.
  categories   text[], -- NULL: every category.
  days_ahead   integer        CHECK (days_ahead >= 1 AND days_ahead <= 3650), -- NULL: every upcoming event.
  paying_only  boolean        NOT NULL DEFAULT false,
  builds       integer        NOT NULL DEFAULT 0, -- Number of the last started file. Taking the next number also serializes requests for the same file.
  created_at   timestamptz(3) NOT NULL
);
CREATE INDEX bulk_subscriptions_company ON bulk_subscriptions (company_id);

-- Files being built, ready or failed. Old ones are deleted.
CREATE TABLE bulk_files (
  id               text           PRIMARY KEY,
  subscription_id  text           NOT NULL REFERENCES bulk_subscriptions ON DELETE CASCADE,
  key_id           text           NOT NULL REFERENCES api_keys, -- The key whose code the buy links carry.
  mode             text           NOT NULL CHECK (mode IN ('test', 'live')),
  format           text           NOT NULL CHECK (format IN ('ndjson', 'csv')),
  since            text           COLLATE "C", -- changed_since of a changes file. NULL: a full file.
  scope            text           NOT NULL, -- Rights at the request; after the build, the rights used.
  build            integer        NOT NULL, -- Number among the files of the subscription.
  state            text           NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'ready', 'failed')),
  requested_at     timestamptz(3) NOT NULL, snapshot_at timestamptz(3), finished_at timestamptz(3),
  first_sent_at    timestamptz(3), -- First complete response with status 200.
  path             text, -- Key in the file store.
  bytes            bigint, etag text,
  events           integer, withdrawn integer,
  truncated        boolean, -- true: more events matched than a file may hold.
  changed_until    timestamptz(3), -- Value for the next changed_since.
  error            text,
  CHECK ((state = 'ready') = (path IS NOT NULL)), CHECK (state <> 'ready' OR (bytes IS NOT NULL AND etag IS NOT NULL AND snapshot_at IS NOT NULL)),
  UNIQUE (subscription_id, build)
);
CREATE UNIQUE INDEX bulk_files_building ON bulk_files (subscription_id, key_id, format, COALESCE(since, ''), scope) WHERE state = 'building'; -- Requests for the same file join the running build.
CREATE INDEX bulk_files_newest ON bulk_files (subscription_id, key_id, format, build DESC);
CREATE INDEX bulk_files_old ON bulk_files (requested_at);

-- When a subscription's last full file was sent. It decides when the next may be. Test and live count separately.
CREATE TABLE bulk_clocks (
  subscription_id  text           REFERENCES bulk_subscriptions ON DELETE CASCADE,
  mode             text           CHECK (mode IN ('test', 'live')),
  started_at       timestamptz(3) NOT NULL,
  file_id          text           NOT NULL, -- Refers to bulk_files.
  PRIMARY KEY (subscription_id, mode)
);
