-- Webhook and postback addresses of partners.
CREATE TABLE delivery_endpoints (
  id                     text           COLLATE "C" PRIMARY KEY,
  kind                   text           NOT NULL CHECK (kind IN ('webhook', 'postback')),
  company_id             text           NOT NULL REFERENCES companies,
  key_id                 text           NOT NULL REFERENCES api_keys,
  mode                   text           NOT NULL CHECK (mode IN ('test', 'live')),
  subscribes_events      boolean        NOT NULL,
  subscribes_earnings    boolean        NOT NULL, subscribes_orders boolean NOT NULL DEFAULT false, subscribes_settlements boolean NOT NULL DEFAULT false,
  url                    text           NOT NULL, -- Address of a webhook, or template of a postback.
  secret                 bytea, -- Encrypted. Signs webhooks; postbacks are unsigned.
  previous_secret        bytea, -- Signs in addition to the new secret until previous_secret_until.
  previous_secret_until  timestamptz(3), header_name text, header_value bytea, -- A header of each attempt. Its value is encrypted.
  status                 text           NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled', 'removed')),
  disabled_reason        text           CHECK (disabled_reason IN ('operator', 'failing')),
  disabled_at            timestamptz(3),
  failing_since          timestamptz(3), -- Start of the current run of failures. NULL: the last attempt succeeded.
  last_failure           text           CHECK (last_failure IN ('http_3xx', 'http_4xx', 'http_5xx', 'timeout', 'connection_refused', 'connection_reset', 'unreachable', 'tls', 'dns', 'blocked_address', 'answer_too_large', 'protocol')),
  slow_until             timestamptz(3), -- Until this time attempts use the slow lane.
  created_at             timestamptz(3) NOT NULL, removed_at timestamptz(3),
  failures_in_a_row      integer        NOT NULL DEFAULT 0, -- Failed attempts since the last success. From 100 on, first attempts are sent as probes only.
  probe_at               timestamptz(3), -- Time of the next probe. NULL: not probed.
  recalls                integer        NOT NULL DEFAULT 0, -- Increased when deliveries end without an attempt. Senders then release claims they have not started.
  retries_until          timestamptz(3), -- Retries due up to this time are released. Others are sent when 15 seconds overdue.
  next_round_at          timestamptz(3), -- Next release of retries by the endpoint's workflow. NULL: no workflow.
  CHECK ((kind = 'webhook') = (secret IS NOT NULL)), CHECK (kind = 'webhook' OR NOT (subscribes_events OR subscribes_orders OR subscribes_settlements)),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)), CHECK ((header_name IS NULL) = (header_value IS NULL)),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL AND disabled_at IS NOT NULL))
);
CREATE INDEX delivery_endpoints_hearing ON delivery_endpoints (mode, id) WHERE status <> 'removed';
CREATE INDEX delivery_endpoints_key ON delivery_endpoints (key_id);
CREATE INDEX delivery_endpoints_company ON delivery_endpoints (company_id);
CREATE INDEX delivery_endpoints_settlements ON delivery_endpoints (company_id) WHERE subscribes_settlements AND status <> 'removed';
CREATE INDEX delivery_endpoints_orders ON delivery_endpoints (company_id, mode) WHERE subscribes_orders AND status <> 'removed';

-- One change for one endpoint.
CREATE TABLE deliveries (
  id               text           COLLATE "C" PRIMARY KEY,
  change_id        text           COLLATE "C" NOT NULL, -- Refers to changes.
  change_seq       bigint         NOT NULL, -- changes.seq: the sending order of an endpoint.
  endpoint_id      text           COLLATE "C" NOT NULL REFERENCES delivery_endpoints,
  event_id         text, -- Refers to events: event.changed only.
  withdraws        boolean        NOT NULL DEFAULT false, -- true: the change withdraws the event.
  content          bytea          NOT NULL, -- Body of a webhook or address of a postback. Every attempt sends these bytes.
  state            text           NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'held', 'superseded', 'stopped')),
  run              integer        NOT NULL DEFAULT 1, -- Number of the run. A replay starts a new run over the whole schedule.
  attempt          integer        NOT NULL DEFAULT 0, -- Number of the last finished attempt of this run.
  last_outcome     text           CHECK (last_outcome IN ('ok', 'http_3xx', 'http_4xx', 'http_5xx', 'timeout', 'connection_refused', 'connection_reset', 'unreachable', 'tls', 'dns', 'blocked_address', 'answer_too_large', 'protocol')),
  next_attempt_at  timestamptz(3), created_at timestamptz(3) NOT NULL, finished_at timestamptz(3),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)), CHECK ((state = 'pending') = (finished_at IS NULL)), UNIQUE (change_id, endpoint_id)
);
CREATE INDEX deliveries_event ON deliveries (event_id, endpoint_id) WHERE event_id IS NOT NULL; -- A later change of the same event for the same endpoint supersedes a retry.
CREATE INDEX deliveries_first ON deliveries (endpoint_id, change_seq) INCLUDE (next_attempt_at) WHERE state = 'pending' AND attempt = 0; -- Deliveries that wait for their first attempt. Claims read no delivered rows.
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending' AND attempt > 0;
CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, change_seq) INCLUDE (state); -- Includes the state: counts and lists by state are index-only.
CREATE INDEX deliveries_finished ON deliveries (endpoint_id, finished_at) WHERE state <> 'pending';
CREATE INDEX deliveries_unusual ON deliveries (endpoint_id, state, change_seq) WHERE state IN ('failed', 'held', 'superseded', 'stopped') OR (state = 'pending' AND attempt > 0); -- Lists of failed or held deliveries read only those. A delivery that succeeds at once never enters this index.
CREATE INDEX deliveries_retries ON deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending' AND attempt > 0;
CREATE INDEX deliveries_withdrawing ON deliveries (event_id, endpoint_id, change_seq) WHERE withdraws;
CREATE INDEX deliveries_written ON deliveries (endpoint_id, created_at, change_seq); -- Deliveries by time of writing.
CREATE INDEX deliveries_earnings ON deliveries (endpoint_id, change_seq) WHERE event_id IS NULL; -- Deliveries of earnings, few beside those of events.

-- Attempts of deliveries and their outcomes.
CREATE TABLE delivery_attempts (
  delivery_id    text           COLLATE "C" REFERENCES deliveries ON DELETE CASCADE,
  run            integer,
  number         integer,
  started_at     timestamptz(3) NOT NULL, -- Written before the request is sent.
  sends          integer        NOT NULL DEFAULT 1, -- Number of sends. More than one: a worker crashed between the send and its outcome.
  finished_at    timestamptz(3),
  outcome        text           CHECK (outcome IN ('ok', 'http_3xx', 'http_4xx', 'http_5xx', 'timeout', 'connection_refused', 'connection_reset', 'unreachable', 'tls', 'dns', 'blocked_address', 'answer_too_large', 'protocol')),
  status_code    integer,
  duration_ms    integer,
  detail         text,
  answer         bytea, -- Start of the partner's response body.
  claimed_until  timestamptz(3), -- Database time until which no other sender may take this attempt. NULL: finished.
  CHECK ((finished_at IS NULL) = (outcome IS NULL)), PRIMARY KEY (delivery_id, run, number)
) WITH (fillfactor = 70);

-- Requested replays of an endpoint's missed deliveries since an instant. Old ones are deleted.
CREATE TABLE delivery_replays (
  id            text           PRIMARY KEY,
  endpoint_id   text           COLLATE "C" NOT NULL REFERENCES delivery_endpoints,
  since         timestamptz(3) NOT NULL,
  states        text[]         NOT NULL CHECK (states <@ ARRAY['pending', 'delivered', 'failed', 'held', 'superseded', 'stopped']),
  restarted     integer        NOT NULL DEFAULT 0,
  requested_by  text           NOT NULL, -- Who asked, for the audit log.
  requested_at  timestamptz(3) NOT NULL,
  finished_at   timestamptz(3), -- NULL: waiting or running.
  after_seq     bigint         NOT NULL DEFAULT 0 -- The sequence number of the last change that was replayed; 0: none.
);
CREATE INDEX delivery_replays_endpoint ON delivery_replays (endpoint_id, requested_at DESC);

-- Live senders of deliveries. Each renews its row.
CREATE TABLE senders (
  holder      text           COLLATE "C" PRIMARY KEY,
  seen_until  timestamptz(3) NOT NULL
);

-- Leases of endpoint shards by senders.
CREATE TABLE sender_shards (
  shard       integer        PRIMARY KEY,
  holder      text           COLLATE "C", -- Refers to senders. NULL: free.
  held_until  timestamptz(3),
  busy        jsonb          NOT NULL DEFAULT '{}' -- Long-running attempts by endpoint at the last renewal. They count against the limit of the next holder.
);

-- Batches of changes with unwritten deliveries. The transaction that writes the last delivery deletes the row.
CREATE TABLE fan_outs (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_ids  text[]      NOT NULL,
  after       text        NOT NULL, -- Last endpoint id whose deliveries are written. Empty: none.
  written     integer     NOT NULL, -- Number of written deliveries.
  created_at  timestamptz NOT NULL
);
INSERT INTO sender_shards (shard) SELECT generate_series(0, 7);
