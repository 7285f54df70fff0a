-- The calls that companies made with their keys in the last seven days, a partition a day.

CREATE TABLE api_requests (
  id           text NOT NULL COLLATE "C",
  at           timestamptz(3) NOT NULL,
  company_id   text NOT NULL COLLATE "C",
  mode         text NOT NULL,
  key_id       text NOT NULL COLLATE "C",
  method       text NOT NULL,
  route        text NOT NULL,
  status       smallint NOT NULL,
  code         text,
  ms           real NOT NULL,
  address      text,
  query        text,
  retry_after  smallint,
  replayed     boolean NOT NULL
) PARTITION BY RANGE (at);
COMMENT ON TABLE api_requests IS 'Calls with a key, of the last seven days, in daily partitions (`api_requests_20261124`) that a Schedule makes ahead and drops. There is no default partition.';
COMMENT ON COLUMN api_requests.at IS 'When it arrived; also the time in its id.';
COMMENT ON COLUMN api_requests.route IS 'The operation, without the base path: /events/{id}.';
COMMENT ON COLUMN api_requests.code IS 'The problem code of an error.';
COMMENT ON COLUMN api_requests.address IS 'Of a call with a website key, which a visitor''s browser makes, the network only.';
COMMENT ON COLUMN api_requests.query IS 'Parameters that the operation declares, without keys, cursors and coordinates.';
COMMENT ON COLUMN api_requests.retry_after IS 'Retry-After of the answer, in seconds.';
COMMENT ON COLUMN api_requests.replayed IS 'The answer repeated an earlier one of the same Idempotency-Key.';

CREATE INDEX api_requests_time ON api_requests (company_id, mode, at);
CREATE INDEX api_requests_errors ON api_requests (company_id, mode, at) INCLUDE (status, code, route) WHERE status >= 400;
CREATE INDEX api_requests_code ON api_requests (company_id, mode, code, at) WHERE code IS NOT NULL;
CREATE INDEX api_requests_replayed ON api_requests (company_id, at) WHERE replayed;

-- Until the Schedule runs for the first time.
DO $$
DECLARE
  day date;
BEGIN
  FOR day IN SELECT generate_series(current_date - 1, current_date + 7, '1 day') LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF api_requests FOR VALUES FROM (%L) TO (%L)',
      'api_requests_' || to_char(day, 'YYYYMMDD'), day || ' 00:00Z', (day + 1) || ' 00:00Z');
  END LOOP;
END $$;
