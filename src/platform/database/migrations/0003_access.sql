-- Who may call the API: keys, what they are tied to, and OAuth 2.0 clients that act for a key. Each change notifies the
-- channel `access_changed`, so that no API process goes on with what it remembers.

CREATE TABLE api_keys (
  id                 text PRIMARY KEY,
  company_id         text NOT NULL REFERENCES companies,
  kind               text NOT NULL CHECK (kind IN ('test', 'website', 'server')),
  name               text NOT NULL DEFAULT '',
  hash               bytea NOT NULL UNIQUE,
  last_four          text NOT NULL,
  ref                text NOT NULL UNIQUE,
  domains            text[] NOT NULL DEFAULT '{}',
  capabilities       text[] NOT NULL DEFAULT '{}',
  rate_limit         integer CHECK (rate_limit > 0),
  site_rate_limit    integer CHECK (site_rate_limit > 0),
  allowed_addresses  text[] NOT NULL DEFAULT '{}',
  created_at         timestamptz(3) NOT NULL,
  revoked_at         timestamptz(3),
  CHECK (kind = 'website' OR domains = '{}')
);
COMMENT ON TABLE api_keys IS 'API keys of companies. The key itself is shown once and never stored.';
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key.';
COMMENT ON COLUMN api_keys.ref IS 'The partner''s code in buy links. It cannot be guessed, so that nobody can forge a credit.';
COMMENT ON COLUMN api_keys.domains IS 'Website keys only: hosts that may call with the key. `*.host` means its subdomains.';
COMMENT ON COLUMN api_keys.capabilities IS 'What was granted after review, beyond the rights of the kind.';
COMMENT ON COLUMN api_keys.rate_limit IS 'Requests a minute. NULL: the default of the kind.';
COMMENT ON COLUMN api_keys.site_rate_limit IS 'Requests a minute at the second base address, for websites. NULL: the default.';
COMMENT ON COLUMN api_keys.allowed_addresses IS 'Networks in normal form, such as 203.0.113.0/24. Empty: the key may call from everywhere.';
CREATE INDEX api_keys_company ON api_keys (company_id);

CREATE TABLE key_certificates (
  key_id       text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  slot         smallint NOT NULL CHECK (slot IN (1, 2)),
  fingerprint  bytea NOT NULL CHECK (length(fingerprint) = 32),
  subject      text NOT NULL,
  not_after    timestamptz(3) NOT NULL,
  added_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (key_id, slot),
  UNIQUE (key_id, fingerprint)
);
COMMENT ON TABLE key_certificates IS 'Client certificates that a key is pinned to: two at once while one replaces the other. Without a row the key needs none.';
COMMENT ON COLUMN key_certificates.fingerprint IS 'SHA-256 of the certificate in DER.';

CREATE TABLE oauth_clients (
  id                    text PRIMARY KEY,
  key_id                text NOT NULL REFERENCES api_keys,
  name                  text NOT NULL DEFAULT '',
  secret_hash           bytea NOT NULL,
  last_four             text NOT NULL,
  previous_secret_hash  bytea,
  previous_until        timestamptz(3),
  scopes                text[] NOT NULL,
  rate_limit            integer CHECK (rate_limit > 0),
  created_at            timestamptz(3) NOT NULL,
  revoked_at            timestamptz(3),
  CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['events:read', 'events:details', 'earnings:read']),
  CHECK ((previous_secret_hash IS NULL) = (previous_until IS NULL))
);
COMMENT ON TABLE oauth_clients IS 'OAuth 2.0 clients. A client acts for a key: its tokens see what the key sees, put the key''s code into buy links and end with the key.';
COMMENT ON COLUMN oauth_clients.secret_hash IS 'SHA-256 of the secret, which is shown once and never stored.';
COMMENT ON COLUMN oauth_clients.previous_secret_hash IS 'After a rotation: the secret before, valid until previous_until.';
COMMENT ON COLUMN oauth_clients.scopes IS 'The most that its tokens may do.';
COMMENT ON COLUMN oauth_clients.rate_limit IS 'Requests a minute of all its tokens together. NULL: that of its key.';
CREATE INDEX oauth_clients_key ON oauth_clients (key_id);

CREATE TABLE oauth_tokens (
  hash        bytea PRIMARY KEY,
  client_id   text NOT NULL REFERENCES oauth_clients,
  scopes      text[] NOT NULL,
  issued_at   timestamptz(3) NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  revoked_at  timestamptz(3)
);
COMMENT ON TABLE oauth_tokens IS 'Access tokens that clients were given. Expired ones are deleted.';
COMMENT ON COLUMN oauth_tokens.hash IS 'SHA-256 of the token.';
CREATE INDEX oauth_tokens_client ON oauth_tokens (client_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);

CREATE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(coalesce(NEW.hash, OLD.hash), 'hex'));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_key_change IS 'Notifies access_changed with key:<SHA-256 in hex>.';

CREATE TRIGGER announce_key_change AFTER INSERT OR UPDATE OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION announce_key_change();

CREATE FUNCTION announce_certificate_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(k.hash, 'hex'))
     FROM api_keys k WHERE k.id = coalesce(NEW.key_id, OLD.key_id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_certificate_change IS 'Notifies access_changed with key:<SHA-256 in hex> of the certificate''s key.';

CREATE TRIGGER announce_certificate_change AFTER INSERT OR UPDATE OR DELETE ON key_certificates
  FOR EACH ROW EXECUTE FUNCTION announce_certificate_change();

CREATE FUNCTION announce_client_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'client:' || OLD.id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_client_change IS 'Notifies access_changed with client:<id>.';

CREATE TRIGGER announce_client_change AFTER UPDATE OR DELETE ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION announce_client_change();

CREATE FUNCTION announce_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'token:' || encode(OLD.hash, 'hex'));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_token_change IS 'Notifies access_changed with token:<SHA-256 in hex>.';

CREATE TRIGGER announce_token_change AFTER UPDATE OR DELETE ON oauth_tokens
  FOR EACH ROW EXECUTE FUNCTION announce_token_change();
