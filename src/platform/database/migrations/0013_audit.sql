-- Who did what, and when.

CREATE TABLE audit_log (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz(3) NOT NULL,
  actor       text NOT NULL CHECK (actor <> ''),
  action      text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  object_id   text NOT NULL,
  company_id  text,
  details     jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE audit_log IS 'One row for every management action, written in its transaction and never changed. No key, no secret and nothing of a buyer.';
COMMENT ON COLUMN audit_log.actor IS 'Who claimed to act: what --by said, or the account of the operating system.';
COMMENT ON COLUMN audit_log.action IS 'The kind of object and what was done, such as key.revoke.';
COMMENT ON COLUMN audit_log.company_id IS 'Refers to companies, without a foreign key: the log outlives what it tells of.';
COMMENT ON COLUMN audit_log.details IS 'Facts about the action, such as the names of changed fields.';
CREATE INDEX audit_log_company ON audit_log (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_log_action ON audit_log (action, id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
COMMENT ON FUNCTION refuse_audit_change IS 'Refuses the statement: the audit log is only added to.';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
