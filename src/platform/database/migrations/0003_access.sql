-- API keys of companies. The key is shown once and never stored.
CREATE TABLE api_keys (
  id                  text           PRIMARY KEY,
  company_id          text           NOT NULL REFERENCES companies,
  kind                text           NOT NULL CHECK (kind IN ('test', 'website', 'server')),
  name                text           NOT NULL DEFAULT '',
  hash                bytea          NOT NULL UNIQUE, -- SHA-256 of the key.
  last_four           text           NOT NULL,
  ref                 text           NOT NULL UNIQUE, -- The partner's code in buy links. Random, so that nobody can forge a credit.
  domains             text[]         NOT NULL DEFAULT '{}', -- Website keys only: hosts that may call with the key. `*.host` means its subdomains.
  capabilities        text[]         NOT NULL DEFAULT '{}' CHECK (capabilities <@ ARRAY['EMBEDDED_CHECKOUT', 'BULK_FEEDS', 'CARD_LINKED_OFFERS']), -- Granted after review, in addition to the rights of the kind.
  rate_limit          integer        CHECK (rate_limit > 0), -- Requests per minute. NULL: the default of the kind.
  site_rate_limit     integer        CHECK (site_rate_limit > 0), -- Requests per minute at the second base address. NULL: the default.
  allowed_addresses   text[]         NOT NULL DEFAULT '{}', -- Networks in normal form, such as 203.0.113.0/24. Empty: every address may call.
  created_at          timestamptz(3) NOT NULL, revoked_at timestamptz(3),
  previous_hash       bytea          UNIQUE, -- SHA-256 of the key before a roll. It works until previous_until.
  previous_last_four  text,
  previous_until      timestamptz(3), rolled_at timestamptz(3),
  CHECK (kind = 'website' OR domains = '{}'::text[]),
  CHECK ((previous_hash IS NULL) = (previous_until IS NULL) AND (previous_hash IS NULL) = (previous_last_four IS NULL))
);
CREATE INDEX api_keys_company ON api_keys (company_id);
CREATE INDEX api_keys_ref_case ON api_keys (lower(ref)); -- Buy links in capitals or small letters lead to the same key.
-- Notifies access_changed with key:<SHA-256 in hex>, also for the key before a roll.
CREATE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(hash, 'hex'))
     FROM unnest(ARRAY[OLD.hash, NEW.hash, OLD.previous_hash, NEW.previous_hash]) AS hash WHERE hash IS NOT NULL;
  RETURN NULL; END $$;
CREATE TRIGGER announce_key_change AFTER INSERT OR DELETE OR UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_key_change();

-- Client certificates pinned to a key; two during a replacement. A key without a row needs no certificate.
CREATE TABLE key_certificates (
  key_id       text           REFERENCES api_keys ON DELETE CASCADE,
  slot         smallint       CHECK (slot IN (1, 2)),
  fingerprint  bytea          NOT NULL CHECK (length(fingerprint) = 32), -- SHA-256 of the certificate in DER.
  subject      text           NOT NULL,
  not_after    timestamptz(3) NOT NULL,
  added_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (key_id, slot), UNIQUE (key_id, fingerprint)
);
-- Notifies access_changed with key:<SHA-256 in hex> of the certificate's key.
CREATE FUNCTION announce_certificate_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(one, 'hex'))
     FROM api_keys k, unnest(ARRAY[k.hash, k.previous_hash]) AS one
    WHERE k.id = coalesce(NEW.key_id, OLD.key_id) AND one IS NOT NULL;
  RETURN NULL; END $$;
CREATE TRIGGER announce_certificate_change AFTER INSERT OR DELETE OR UPDATE ON key_certificates FOR EACH ROW EXECUTE FUNCTION announce_certificate_change();

-- OAuth 2.0 clients. A client acts for a key: its tokens have the rights of the key, carry its code in buy links and end with it.
CREATE TABLE oauth_clients (
  id                    text           PRIMARY KEY,
  key_id                text           NOT NULL REFERENCES api_keys,
  name                  text           NOT NULL DEFAULT '',
  secret_hash           bytea          NOT NULL, -- SHA-256 of the secret, which is shown once and never stored.
  last_four             text           NOT NULL,
  previous_secret_hash  bytea, -- SHA-256 of the secret before a rotation. It works until previous_until.
  previous_until        timestamptz(3),
  scopes                text[]         NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['events:read', 'events:details', 'earnings:read']), -- The largest scope of its tokens.
  rate_limit            integer        CHECK (rate_limit > 0), -- Requests per minute of all its tokens together. NULL: the limit of the key.
  created_at            timestamptz(3) NOT NULL, revoked_at timestamptz(3), rotated_at timestamptz(3),
  CHECK ((previous_secret_hash IS NULL) = (previous_until IS NULL))
);
CREATE INDEX oauth_clients_key ON oauth_clients (key_id);
CREATE TRIGGER announce_client_change AFTER DELETE OR UPDATE ON oauth_clients FOR EACH ROW EXECUTE FUNCTION announce_change('client', 'id');

-- Issued access tokens. Expired ones are deleted.
CREATE TABLE oauth_tokens (
  hash        bytea          PRIMARY KEY, -- SHA-256 of the token.
  client_id   text           NOT NULL REFERENCES oauth_clients,
  scopes      text[]         NOT NULL CHECK (scopes <@ ARRAY['events:read', 'events:details', 'earnings:read']),
  issued_at   timestamptz(3) NOT NULL, expires_at timestamptz(3) NOT NULL,
  revoked_at  timestamptz(3)
);
CREATE INDEX oauth_tokens_client ON oauth_tokens (client_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);
CREATE TRIGGER announce_token_change AFTER DELETE OR UPDATE ON oauth_tokens FOR EACH ROW EXECUTE FUNCTION announce_change('token', 'hash');

-- Calls by key and UTC day. API processes count in memory and write every few seconds; a crash loses those seconds.
CREATE TABLE key_use (
  key_id            text           REFERENCES api_keys,
  day               date,
  calls             bigint         NOT NULL,
  assistant_calls   bigint         NOT NULL, -- Calls from AI assistants, included in the total.
  ok                bigint         NOT NULL,
  refused           bigint         NOT NULL, -- Responses 400 to 499, without 429 (rate_limited).
  rate_limited      bigint         NOT NULL,
  failed            bigint         NOT NULL, -- Responses 500 to 599.
  last_at           timestamptz(3) NOT NULL,
  last_previous_at  timestamptz(3), -- Last call with the key from before a roll.
  PRIMARY KEY (key_id, day)
);
