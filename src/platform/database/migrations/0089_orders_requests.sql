-- From a request id to what became of it.

ALTER TABLE orders ADD COLUMN request_id text;
COMMENT ON COLUMN orders.request_id IS 'The request that placed it. NULL: placed before this was kept.';
ALTER TABLE changes ADD COLUMN sale_id text;
COMMENT ON COLUMN changes.sale_id IS 'Refers to sales: earnings.changed only. NULL: written before this was kept.';
