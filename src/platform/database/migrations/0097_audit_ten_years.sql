-- The audit log is kept for ten years, as books are: an older row may be deleted, and nothing else.

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '10 years' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
COMMENT ON FUNCTION refuse_audit_change IS 'Refuses the statement, unless it deletes rows of more than ten years ago: the audit log is only added to.';
COMMENT ON TABLE audit_log IS 'One row for every management action, written in its transaction, never changed, and kept for ten years. No key, no secret and nothing of a buyer.';
