-- API calls with a key of the last seven days in daily partitions (`api_requests_20261124`). A job creates and drops them.
CREATE TABLE api_requests (
  id           text           COLLATE "C" NOT NULL,
  at           timestamptz(3) NOT NULL, -- Time of arrival; also part of the id.
  company_id   text           COLLATE "C" NOT NULL,
  mode         text           NOT NULL CHECK (mode IN ('test', 'live')),
  key_id       text           COLLATE "C" NOT NULL,
  method       text           NOT NULL,
  route        text           NOT NULL, -- Operation without the base path: /events/{id}.
  status       smallint       NOT NULL,
  code         text, -- Problem code of an error.
  ms           real           NOT NULL,
  address      text, -- Client address. Website keys: the network only.
  query        text, -- Declared parameters without keys, cursors and coordinates.
  retry_after  smallint, -- Retry-After of the response, in seconds.
  replayed     boolean        NOT NULL -- true: the response repeated an earlier one of the same Idempotency-Key.
) PARTITION BY RANGE (at);
CREATE INDEX api_requests_time ON api_requests (company_id, mode, at);
CREATE INDEX api_requests_errors ON api_requests (company_id, mode, at) INCLUDE (status, code, route) WHERE status >= 400;
CREATE INDEX api_requests_code ON api_requests (company_id, mode, code, at) WHERE code IS NOT NULL;
CREATE INDEX api_requests_replayed ON api_requests (company_id, at) WHERE replayed;
-- The first days of the tables with a partition a day. The workers add the days that follow.
DO $$
DECLARE first timestamptz := date_trunc('day', now(), 'UTC') - interval '1 day'; sql text;
BEGIN
  FOR sql IN
    SELECT format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', t || to_char(day AT TIME ZONE 'UTC', '_YYYYMMDD'), t, day, day + interval '1 day')
      FROM unnest(ARRAY['signals', 'api_requests']) AS t, generate_series(first, first + interval '8 days', interval '1 day') AS day
  LOOP EXECUTE sql; END LOOP;
END $$;
