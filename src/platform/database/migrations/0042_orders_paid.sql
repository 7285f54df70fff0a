-- one by one
-- The sweeper reads what was paid lately.

DROP INDEX CONCURRENTLY IF EXISTS orders_paid;
CREATE INDEX CONCURRENTLY orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL;
