-- one by one
-- The changes that a sale has made are read when its order is traced.

DROP INDEX CONCURRENTLY IF EXISTS changes_sale;
CREATE INDEX CONCURRENTLY changes_sale ON changes (sale_id) WHERE sale_id IS NOT NULL;
