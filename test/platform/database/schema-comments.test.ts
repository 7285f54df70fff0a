import { schemaComments } from '../../../src/platform/database/schema-comments.js';

test('schemaComments turns comments of a migration into statements', () => {
  const migration = `-- One by one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Orders of partners. They
-- are never deleted.
CREATE TABLE orders (
  id      text NOT NULL PRIMARY KEY, -- Opaque.
  status  text NOT NULL CHECK (status IN ('a', 'b')),
  -- The partner's own id,
  -- up to 100 characters.
  sub_id  text,
  -- Neither without the other.
  CHECK (id <> '' AND sub_id <> '')
);
-- Finds open orders.
CREATE INDEX orders_open ON orders (id);
-- Refuses every change.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Not a column.
  RETURN NULL;
END $$;
CREATE UNLOGGED TABLE counts (
  n2_total  bigint -- Since the start.
) PARTITION BY RANGE (at);
`;
  expect(schemaComments(migration)).toEqual([
    "COMMENT ON TABLE orders IS 'Orders of partners. They are never deleted.'",
    "COMMENT ON COLUMN orders.id IS 'Opaque.'",
    "COMMENT ON COLUMN orders.sub_id IS 'The partner''s own id, up to 100 characters.'",
    "COMMENT ON FUNCTION refuse IS 'Refuses every change.'",
    "COMMENT ON COLUMN counts.n2_total IS 'Since the start.'",
  ]);
});
