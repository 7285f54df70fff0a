-- Browser signals, added up by day for a partner's statistics. Nothing about a visitor is kept: no address, no browser,
-- no cookie, no page.

CREATE TABLE signal_counts (
  key_id       text NOT NULL REFERENCES api_keys,
  day          date NOT NULL,                       -- UTC
  event_id     text NOT NULL COLLATE "C",           -- '' where a signal names no event: impressions of a list
  company_id   text NOT NULL REFERENCES companies,
  impressions  bigint NOT NULL DEFAULT 0,
  shown        bigint NOT NULL DEFAULT 0,           -- events shown by those impressions
  views        bigint NOT NULL DEFAULT 0,
  clicks       bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, day, event_id)
) WITH (fillfactor = 70);  -- today's rows are counted up again and again: room for in-page updates
CREATE INDEX signal_counts_company ON signal_counts (company_id, day);

-- Signals of page loads that were counted already: a digest of key, kind, event and the page load's own random id,
-- kept for two days.
CREATE TABLE signals_seen (
  digest   uuid PRIMARY KEY,
  seen_at  timestamptz(3) NOT NULL
);
-- Rows arrive in this order, so a few summary pages find the old ones.
CREATE INDEX signals_seen_at ON signals_seen USING brin (seen_at);
