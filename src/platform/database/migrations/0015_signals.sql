-- Impressions, views and clicks by key, UTC day and event.
CREATE TABLE signal_counts (
  key_id           text   REFERENCES api_keys,
  day              date,
  event_id         text   COLLATE "C", -- Refers to events. Empty: the signal has no event, such as the impression of a list.
  company_id       text   NOT NULL REFERENCES companies,
  impressions      bigint NOT NULL DEFAULT 0,
  shown            bigint NOT NULL DEFAULT 0, -- Events shown by the impressions.
  views            bigint NOT NULL DEFAULT 0, clicks bigint NOT NULL DEFAULT 0,
  checkouts        bigint NOT NULL DEFAULT 0, -- Buy pages opened through links with the key's code.
  dropped_sub_ids  bigint NOT NULL DEFAULT 0, -- Of checkouts: those whose link had a sub_id that is not valid, and was dropped.
  sub_id_checkouts bigint NOT NULL DEFAULT 0, -- Of checkouts: those whose link had a valid sub_id.
  PRIMARY KEY (key_id, day, event_id)
) WITH (fillfactor = 70);
CREATE INDEX signal_counts_company ON signal_counts (company_id, day);
CREATE INDEX signal_counts_dropped ON signal_counts (company_id, day) WHERE dropped_sub_ids > 0;

-- Counted signals, kept for two days, so that a repeat is not counted.
CREATE TABLE signals_seen (
  digest   uuid           PRIMARY KEY, -- Hash of key, type, event and the random id of the page load.
  seen_at  timestamptz(3) NOT NULL
);
CREATE INDEX signals_seen_at ON signals_seen USING brin (seen_at); -- Rows arrive in this order: a few summary pages find the old ones.

-- Counted signals of the last 35 days in daily partitions (`signals_20261124`) that a job creates and drops. Without one, signal_counts still counts.
CREATE TABLE signals (
  at          timestamptz(3) NOT NULL,
  company_id  text           COLLATE "C" NOT NULL,
  key_id      text           COLLATE "C" NOT NULL,
  type        text           NOT NULL CHECK (type IN ('impression', 'event_view', 'event_click', 'checkout')), -- As in POST /track, or checkout: a buy page was opened through a link.
  event_id    text           COLLATE "C" NOT NULL, -- Refers to events. Empty: the signal has no event.
  sub_id      text, -- Checkout only: the partner's click id from the link.
  shown       smallint, -- Impression only: number of events shown.
  obstacle    text           CHECK (obstacle IN ('not_on_sale', 'sold_out', 'no_reward')) -- Checkout only: what prevented a rewarded sale at that moment. NULL: nothing.
) PARTITION BY RANGE (at);
CREATE INDEX signals_checkouts ON signals (company_id, at) INCLUDE (event_id, sub_id, obstacle) WHERE type = 'checkout'; -- Only checkouts are looked up by sub_id.

-- Buy pages opened through links with a sub_id, by UTC day. Included in signal_counts.checkouts and sub_id_checkouts.
CREATE TABLE sub_id_counts (
  company_id  text   REFERENCES companies,
  mode        text   CHECK (mode IN ('test', 'live')),
  day         date,
  sub_id      text   COLLATE "C",
  event_id    text   COLLATE "C", -- Refers to events.
  checkouts   bigint NOT NULL,
  PRIMARY KEY (company_id, mode, day, sub_id, event_id)
) WITH (fillfactor = 70);
CREATE INDEX sub_id_counts_one ON sub_id_counts (company_id, mode, sub_id, day);

-- The sums of sub_id_counts by month: a year of many sub_ids is read from these rows and the days of its first and last month.
CREATE TABLE sub_id_months (
  company_id  text   REFERENCES companies,
  mode        text   CHECK (mode IN ('test', 'live')),
  month       date, -- Its first day.
  sub_id      text   COLLATE "C",
  checkouts   bigint NOT NULL,
  PRIMARY KEY (company_id, mode, month, sub_id)
) WITH (fillfactor = 70);
