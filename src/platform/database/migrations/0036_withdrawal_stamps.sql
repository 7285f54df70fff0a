-- Withdrawals were 1 µs apart: a partner that keeps dates in milliseconds or seconds read the same 500 for ever. They are
-- now 3 ms apart, in whole milliseconds (src/listings/rules/withdrawal-stamps.ts). Older ones are moved apart in their order, and
-- only to later times: a partner may hear of one twice, and misses none.

ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_pkey;

UPDATE withdrawals w SET withdrawn_at = moved.later
  FROM (
    -- The earliest time that is at least 3 ms after the one before it.
    SELECT withdrawn_at,
           max(whole - position * interval '3 milliseconds') OVER (ORDER BY position) + position * interval '3 milliseconds' AS later
      FROM (
        SELECT withdrawn_at, date_trunc('milliseconds', withdrawn_at + interval '999 microseconds') AS whole,
               row_number() OVER (ORDER BY withdrawn_at) AS position
          FROM withdrawals
      ) numbered
  ) moved
 WHERE moved.withdrawn_at = w.withdrawn_at AND moved.later <> w.withdrawn_at;

ALTER TABLE withdrawals ADD PRIMARY KEY (withdrawn_at);

-- Whatever changes from now on comes after them.
UPDATE listing_stamp SET last_stamp = greatest(last_stamp, (SELECT max(withdrawn_at) FROM withdrawals));
