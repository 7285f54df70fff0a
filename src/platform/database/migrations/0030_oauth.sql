-- OAuth 2.0 client credentials (contract: Authentication 5). A client stands on a key: its tokens see what that key sees,
-- carry its code in buy links and end with it; they are narrowed by scopes and counted by client.

CREATE TABLE oauth_clients (
  id                   text PRIMARY KEY,
  key_id               text NOT NULL REFERENCES api_keys,
  name                 text NOT NULL DEFAULT '',
  secret_hash          bytea NOT NULL,                 -- SHA-256 of the secret; the secret itself is shown once and never kept
  last_four            text NOT NULL,
  -- After a rotation the secret before it works until then.
  previous_secret_hash bytea,
  previous_until       timestamptz(3),
  scopes               text[] NOT NULL,
  rate_limit           integer CHECK (rate_limit > 0), -- requests a minute of all its tokens; NULL: as its key
  created_at           timestamptz(3) NOT NULL,
  revoked_at           timestamptz(3),
  CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['events:read', 'events:details', 'earnings:read']),
  CHECK ((previous_secret_hash IS NULL) = (previous_until IS NULL))
);
CREATE INDEX oauth_clients_key ON oauth_clients (key_id);

CREATE TABLE oauth_tokens (
  hash        bytea PRIMARY KEY,                       -- SHA-256 of the token
  client_id   text NOT NULL REFERENCES oauth_clients,
  scopes      text[] NOT NULL,
  issued_at   timestamptz(3) NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  revoked_at  timestamptz(3)
);
CREATE INDEX oauth_tokens_client ON oauth_tokens (client_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);

-- What a process remembers of a token counts no longer. Payload: `token:<sha-256 in hex>` or `client:<id>`.

CREATE FUNCTION announce_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'token:' || encode(OLD.hash, 'hex'));
  RETURN NULL;
END $$;

CREATE TRIGGER announce_token_change AFTER UPDATE OR DELETE ON oauth_tokens
  FOR EACH ROW EXECUTE FUNCTION announce_token_change();

CREATE FUNCTION announce_client_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'client:' || OLD.id);
  RETURN NULL;
END $$;

CREATE TRIGGER announce_client_change AFTER UPDATE OR DELETE ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION announce_client_change();
