-- When many orders come at once, one workflow is the clock of the holds of hundreds.

ALTER TABLE orders ADD COLUMN hold_batch bigint;
COMMENT ON COLUMN orders.hold_batch IS 'Number of the workflow that is the clock of the hold together with others. NULL: the order has a workflow of its own.';
CREATE SEQUENCE order_hold_batches;
