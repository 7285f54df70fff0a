-- one by one
-- However many rows are kept, a page reads no more of them than it shows.

-- Deliveries that were written in a stretch of time …
DROP INDEX CONCURRENTLY IF EXISTS deliveries_written;
CREATE INDEX CONCURRENTLY deliveries_written ON deliveries (endpoint_id, created_at, change_seq);

-- … and those of earnings, which are few beside those of events.
DROP INDEX CONCURRENTLY IF EXISTS deliveries_earnings;
CREATE INDEX CONCURRENTLY deliveries_earnings ON deliveries (endpoint_id, change_seq) WHERE event_id IS NULL;

-- The audit log by each filter of its pages, newest first.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_at;
CREATE INDEX CONCURRENTLY audit_log_at ON audit_log (at, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_written;
CREATE INDEX CONCURRENTLY audit_log_written ON audit_log (company_id, at, id) WHERE company_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_kind;
CREATE INDEX CONCURRENTLY audit_log_kind ON audit_log (company_id, split_part(action, '.', 1), at, id) WHERE company_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_actor;
CREATE INDEX CONCURRENTLY audit_log_actor ON audit_log (company_id, actor, at, id) WHERE company_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_acted;
CREATE INDEX CONCURRENTLY audit_log_acted ON audit_log (action, at, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_company;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_action;

-- The request that touches an event goes on in the change that is made of it, as that of an order does.
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS request_id text, ADD COLUMN IF NOT EXISTS traceparent text;
COMMENT ON COLUMN outbox.request_id IS 'The call that the change is traced to: event.touched only. NULL: none.';
COMMENT ON COLUMN outbox.traceparent IS 'As in orders.';
COMMENT ON COLUMN changes.request_id IS 'The request that placed the order of the sale, or that touched the event last. NULL: none did.';
DROP INDEX CONCURRENTLY IF EXISTS changes_request;
CREATE INDEX CONCURRENTLY changes_request ON changes (request_id) WHERE request_id IS NOT NULL AND type = 'event.changed';
