-- Click ids of buy links that were not valid, so that a partner can see that its links lose them.

ALTER TABLE signal_counts ADD COLUMN dropped_sub_ids bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN signal_counts.dropped_sub_ids IS 'Of checkouts: those whose link had a sub_id that is not valid, and was dropped.';
