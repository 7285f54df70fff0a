-- When the money of a dispute moved: an inquiry may become a dispute in another month than it began.

ALTER TABLE disputes ADD COLUMN taken_at timestamptz(3), ADD COLUMN returned_at timestamptz(3);
COMMENT ON COLUMN disputes.taken_at IS 'When the processor took the money; null: it has not, or the row is of an earlier version.';
COMMENT ON COLUMN disputes.returned_at IS 'When the processor gave it back; null: it has not.';
