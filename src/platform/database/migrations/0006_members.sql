-- People who may sign in for a company. One row per company for the same address.
CREATE TABLE members (
  id            text           PRIMARY KEY,
  company_id    text           NOT NULL REFERENCES companies,
  email         text           NOT NULL,
  role          text           NOT NULL CHECK (role IN ('owner', 'developer', 'finance', 'marketing', 'viewer')),
  created_at    timestamptz(3) NOT NULL,
  signed_in_at  timestamptz(3), -- Last sign-in. NULL: invited, never signed in.
  mails         text[]         CHECK (mails <@ ARRAY['endpoints', 'statements']), -- Chosen notification mails. NULL: the default of the role. Sign-in mails are always sent.
  shown_mode    text           CHECK (shown_mode IN ('test', 'live')) -- Last chosen on the dashboard. NULL: never chosen.
);
CREATE UNIQUE INDEX members_company_email ON members (company_id, lower(email));
CREATE INDEX members_email ON members (lower(email));
CREATE INDEX members_email_folded ON members (lower((email COLLATE "C"))); -- Compares addresses as `foldEmail` (src/core/fold-email.ts) does. The unique index on lower(email) is stricter and stays.

-- Unused sign-in links. Using a link deletes it.
CREATE TABLE sign_in_links (
  hash        bytea          PRIMARY KEY, -- SHA-256 of the token in the link.
  member_id   text           NOT NULL REFERENCES members ON DELETE CASCADE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_links_member ON sign_in_links (member_id);
CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at);

-- Sessions of members. Each call reads its session here, so ending a session takes effect in all processes.
CREATE TABLE member_sessions (
  id                  text           PRIMARY KEY,
  hash                bytea          NOT NULL UNIQUE, -- SHA-256 of the token in the cookie.
  member_id           text           NOT NULL REFERENCES members ON DELETE CASCADE,
  agent               text           NOT NULL, -- User agent, shown in the list of sessions.
  created_at          timestamptz(3) NOT NULL,
  seen_at             timestamptz(3) NOT NULL, -- Rounded to the minute.
  second_step_at      timestamptz(3), -- Last second step. NULL: none in this session.
  challenge           text, -- Challenge for the next passkey signature. Used once.
  challenge_until     timestamptz(3),
  pending_totp        bytea, -- Encrypted secret of an authenticator app during its setup.
  pending_totp_until  timestamptz(3),
  previous_hash       bytea          UNIQUE, -- SHA-256 of the token before a rotation, for calls already in flight.
  previous_until      timestamptz(3),
  previous_owed       boolean -- true: the session still needed its second step under the previous token.
);
CREATE INDEX member_sessions_member ON member_sessions (member_id);
CREATE INDEX member_sessions_seen ON member_sessions (seen_at);

-- Secrets of authenticator apps, encrypted.
CREATE TABLE member_totp (
  member_id     text           PRIMARY KEY REFERENCES members ON DELETE CASCADE,
  secret        bytea          NOT NULL,
  confirmed_at  timestamptz(3) NOT NULL, -- Time of the first accepted code.
  last_step     bigint         NOT NULL DEFAULT '-1'::integer -- Time step of the last accepted code. A code is accepted once.
);

-- Passkeys for the second step.
CREATE TABLE member_passkeys (
  id             text           PRIMARY KEY,
  member_id      text           NOT NULL REFERENCES members ON DELETE CASCADE,
  credential_id  text           NOT NULL UNIQUE, -- Id given by the authenticator, base64url.
  public_key     bytea          NOT NULL, -- COSE format.
  counter        bigint         NOT NULL, -- Signature counter of the authenticator. A lower value indicates a cloned key.
  transports     text[]         NOT NULL,
  name           text           NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  used_at        timestamptz(3)
);
CREATE INDEX member_passkeys_member ON member_passkeys (member_id);

-- Known browsers of a member. A sign-in from another browser sends a mail.
CREATE TABLE member_browsers (
  hash       bytea, -- SHA-256 of the browser's cookie. The cookie grants no access.
  member_id  text           REFERENCES members ON DELETE CASCADE,
  seen_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (hash, member_id)
);
CREATE INDEX member_browsers_member ON member_browsers (member_id);
CREATE INDEX member_browsers_seen ON member_browsers (seen_at);

-- Named filters of dashboard lists, per member.
CREATE TABLE saved_filters (
  id          text           COLLATE "C" PRIMARY KEY,
  member_id   text           NOT NULL REFERENCES members ON DELETE CASCADE,
  page        text           NOT NULL, -- Path below /dashboard, such as /earnings.
  name        text           NOT NULL,
  filters     jsonb          NOT NULL CHECK (jsonb_typeof(filters) = 'object'), -- Filter values by query parameter.
  created_at  timestamptz(3) NOT NULL,
  UNIQUE (member_id, page, name)
);

-- Read-only visits of operators to a company's dashboard. Rows are deleted after the visit; the audit log remains.
CREATE TABLE operator_visits (
  id          text           PRIMARY KEY,
  company_id  text           NOT NULL REFERENCES companies,
  operator    text           NOT NULL CHECK (operator <> ''), -- The value of --by, or the account of the operating system.
  reason      text           NOT NULL CHECK (reason <> ''),
  hash        bytea          NOT NULL UNIQUE, -- SHA-256 of the token in the link; after its use, of the token in the cookie.
  opened_at   timestamptz(3), -- NULL: the link is unused.
  ends_at     timestamptz(3) NOT NULL -- End of the link's validity; after its use, end of the visit.
);
CREATE INDEX operator_visits_end ON operator_visits (ends_at);

-- Members who were owners in the last 72 hours. They also get the mail about a new payout account, since an attacker may remove owners first.
CREATE TABLE former_owners (
  company_id  text           NOT NULL REFERENCES companies,
  email       text           NOT NULL,
  until       timestamptz(3) NOT NULL -- When the member stopped being an owner.
);
CREATE INDEX former_owners_company ON former_owners (company_id);
CREATE INDEX former_owners_until ON former_owners (until);
