-- Who did what, and when: one row for every management action, written in its transaction. Never a key, a secret or
-- anything of a buyer. No reference to companies: the log outlives what it tells of.

CREATE TABLE audit_log (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz(3) NOT NULL,
  actor       text NOT NULL CHECK (actor <> ''),
  action      text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  object_id   text NOT NULL,
  company_id  text,
  details     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_company ON audit_log (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_log_action ON audit_log (action, id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- When a buyer's name and address were erased: from then on a repeated Idempotency-Key is compared without them.
ALTER TABLE orders ADD COLUMN buyer_erased_at timestamptz(3);
-- Orders are looked through for it by a migration of its own, which keeps nobody from them.
ALTER TABLE orders ADD CONSTRAINT orders_erased CHECK (buyer_erased_at IS NULL OR (buyer_email IS NULL AND buyer_name IS NULL)) NOT VALID;
