-- one by one
-- Refunds that failed wait for an operator, who sends them again or settles them with the buyer in another way.

ALTER TABLE refunds ADD COLUMN IF NOT EXISTS settled_at timestamptz(3);
COMMENT ON COLUMN refunds.settled_at IS 'When an operator said that a refund that had failed was settled in another way.';
DROP INDEX CONCURRENTLY IF EXISTS refunds_failed;
CREATE INDEX CONCURRENTLY refunds_failed ON refunds (created_at) WHERE state = 'failed' AND settled_at IS NULL;
