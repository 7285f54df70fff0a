-- The trace of a request goes on in what came of it.

ALTER TABLE orders ADD COLUMN traceparent text;
COMMENT ON COLUMN orders.traceparent IS 'W3C Trace Context of the request that placed it. NULL: its trace follows from request_id.';
ALTER TABLE changes ADD COLUMN request_id text;
COMMENT ON COLUMN changes.request_id IS 'The request that placed the order of the sale: earnings.changed only.';
ALTER TABLE changes ADD COLUMN traceparent text;
COMMENT ON COLUMN changes.traceparent IS 'As in orders.';
ALTER TABLE mails ADD COLUMN request_id text;
COMMENT ON COLUMN mails.request_id IS 'The request that queued it. NULL: none did.';
ALTER TABLE mails ADD COLUMN traceparent text;
COMMENT ON COLUMN mails.traceparent IS 'As in orders.';
