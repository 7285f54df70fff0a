ALTER TABLE delivery_replays ADD COLUMN after_seq bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN delivery_replays.after_seq IS 'The sequence number of the last change that was replayed; 0: none.';
