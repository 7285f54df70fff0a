-- one by one
-- What a company's orders and sales of a year were of is read from indexes alone.

DROP INDEX CONCURRENTLY IF EXISTS orders_placed;
CREATE INDEX CONCURRENTLY orders_placed ON orders (company_id, created_at) INCLUDE (mode, event_id, sub_id, source);
DROP INDEX CONCURRENTLY IF EXISTS orders_company;

DROP INDEX CONCURRENTLY IF EXISTS sales_company;
CREATE INDEX CONCURRENTLY sales_company ON sales (company_id, created_at) INCLUDE (mode, event_id, sub_id);
