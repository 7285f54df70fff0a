-- Browser signals, added up by day for a partner's statistics. Nothing about a visitor is kept: no address, no browser,
-- no cookie, no page.

CREATE TABLE signal_counts (
  key_id       text NOT NULL REFERENCES api_keys,
  day          date NOT NULL,
  event_id     text NOT NULL COLLATE "C",
  company_id   text NOT NULL REFERENCES companies,
  impressions  bigint NOT NULL DEFAULT 0,
  shown        bigint NOT NULL DEFAULT 0,
  views        bigint NOT NULL DEFAULT 0,
  clicks       bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, day, event_id)
) WITH (fillfactor = 70);  -- today's rows are counted up again and again: room for in-page updates
COMMENT ON TABLE signal_counts IS 'Impressions, views and clicks by key, day and event.';
COMMENT ON COLUMN signal_counts.day IS 'In UTC.';
COMMENT ON COLUMN signal_counts.event_id IS 'Refers to events. Empty: the signal names none, such as the impression of a list.';
COMMENT ON COLUMN signal_counts.shown IS 'Events shown by the impressions.';
CREATE INDEX signal_counts_company ON signal_counts (company_id, day);

CREATE TABLE signals_seen (
  digest   uuid PRIMARY KEY,
  seen_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE signals_seen IS 'Signals that were counted already, so that a repeated one is not. Kept for two days.';
COMMENT ON COLUMN signals_seen.digest IS 'Of key, kind, event and the page load''s own random id.';
-- Rows arrive in this order, so a few summary pages find the old ones.
CREATE INDEX signals_seen_at ON signals_seen USING brin (seen_at);
