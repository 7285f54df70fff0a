-- The way from a signal to a sale: each signal for 35 days, and what buy links opened, counted by day.

CREATE TABLE signals (
  at          timestamptz(3) NOT NULL,
  company_id  text NOT NULL COLLATE "C",
  key_id      text NOT NULL COLLATE "C",
  type        text NOT NULL,
  event_id    text NOT NULL COLLATE "C",
  sub_id      text,
  shown       smallint,
  obstacle    text
) PARTITION BY RANGE (at);
COMMENT ON TABLE signals IS 'Signals that were counted, of the last 35 days, in daily partitions (`signals_20261124`) that a Schedule makes ahead and drops. There is no default partition: without one, signals are counted all the same.';
COMMENT ON COLUMN signals.type IS 'As POST /track names it, or checkout: a buy page was opened through a link.';
COMMENT ON COLUMN signals.event_id IS 'Refers to events. Empty: the signal names none.';
COMMENT ON COLUMN signals.sub_id IS 'Of a checkout: the partner''s own click id, from the link.';
COMMENT ON COLUMN signals.shown IS 'Of an impression: how many events were shown.';
COMMENT ON COLUMN signals.obstacle IS 'Of a checkout: what stood in the way of a rewarded sale at that moment. NULL: nothing.';
-- Of the others, nothing is looked for.
CREATE INDEX signals_checkouts ON signals (company_id, at) INCLUDE (event_id, sub_id, obstacle) WHERE type = 'checkout';

-- Until the Schedule runs for the first time.
DO $$
DECLARE
  day date;
BEGIN
  FOR day IN SELECT generate_series(current_date - 1, current_date + 7, '1 day') LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF signals FOR VALUES FROM (%L) TO (%L)',
      'signals_' || to_char(day, 'YYYYMMDD'), day || ' 00:00Z', (day + 1) || ' 00:00Z');
  END LOOP;
END $$;

ALTER TABLE signal_counts ADD COLUMN checkouts bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN signal_counts.checkouts IS 'Buy pages opened through links with the key''s code, with a sub_id or without.';

CREATE TABLE sub_id_counts (
  company_id  text NOT NULL REFERENCES companies,
  mode        text NOT NULL CHECK (mode IN ('test', 'live')),
  day         date NOT NULL,
  sub_id      text NOT NULL COLLATE "C",
  event_id    text NOT NULL COLLATE "C",
  checkouts   bigint NOT NULL,
  PRIMARY KEY (company_id, mode, day, sub_id, event_id)
) WITH (fillfactor = 70);  -- as signal_counts
COMMENT ON TABLE sub_id_counts IS 'Buy pages opened through links with a sub_id: those of signal_counts.checkouts that carried one.';
COMMENT ON COLUMN sub_id_counts.day IS 'In UTC.';
COMMENT ON COLUMN sub_id_counts.event_id IS 'Refers to events.';
CREATE INDEX sub_id_counts_one ON sub_id_counts (company_id, mode, sub_id, day);
