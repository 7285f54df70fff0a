-- What a key may be tied to: client certificates, two at once while one replaces the other, and networks.

CREATE TABLE key_certificates (
  key_id       text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  slot         smallint NOT NULL CHECK (slot IN (1, 2)),
  fingerprint  bytea NOT NULL CHECK (length(fingerprint) = 32),  -- SHA-256 of the certificate in DER
  subject      text NOT NULL,
  not_after    timestamptz(3) NOT NULL,
  added_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (key_id, slot),
  UNIQUE (key_id, fingerprint)
);

-- Networks in normal form, `203.0.113.0/24`; none: the key may call from everywhere.
ALTER TABLE api_keys ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}';

CREATE FUNCTION announce_certificate_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(k.hash, 'hex'))
     FROM api_keys k WHERE k.id = coalesce(NEW.key_id, OLD.key_id);
  RETURN NULL;
END $$;

CREATE TRIGGER announce_certificate_change AFTER INSERT OR UPDATE OR DELETE ON key_certificates
  FOR EACH ROW EXECUTE FUNCTION announce_certificate_change();
