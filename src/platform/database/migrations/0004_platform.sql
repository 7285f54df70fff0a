-- Every API process keeps the keys it has met in memory. Whatever changes what a key may do says so on this channel,
-- whoever made the change, so that a revocation counts at once everywhere.
-- Payload: `key:<sha-256 in hex>` or `company:<id>`.

CREATE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(coalesce(NEW.hash, OLD.hash), 'hex'));
  RETURN NULL;
END $$;

CREATE TRIGGER announce_key_change AFTER INSERT OR UPDATE OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION announce_key_change();

CREATE FUNCTION announce_company_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'company:' || (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]));
  RETURN NULL;
END $$;

CREATE TRIGGER announce_company_change AFTER UPDATE OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION announce_company_change('id');

CREATE TRIGGER announce_agreement_change AFTER INSERT OR UPDATE OR DELETE ON agreements
  FOR EACH ROW EXECUTE FUNCTION announce_company_change('company_id');
