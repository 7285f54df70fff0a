-- People of partner companies who sign in to the dashboard, and how they prove who they are. Deleting a member deletes all of it.

CREATE TABLE members (
  id            text PRIMARY KEY,
  company_id    text NOT NULL REFERENCES companies,
  email         text NOT NULL,
  role          text NOT NULL CHECK (role IN ('owner', 'developer', 'finance', 'viewer')),
  created_at    timestamptz(3) NOT NULL,
  signed_in_at  timestamptz(3)
);
COMMENT ON TABLE members IS 'Who may sign in for a company. The same address may be a member of several companies: a row each.';
COMMENT ON COLUMN members.signed_in_at IS 'Last time. NULL: invited, and never came.';
CREATE UNIQUE INDEX members_company_email ON members (company_id, lower(email));
CREATE INDEX members_email ON members (lower(email));

CREATE TABLE sign_in_links (
  hash        bytea PRIMARY KEY,
  member_id   text NOT NULL REFERENCES members ON DELETE CASCADE,
  expires_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE sign_in_links IS 'Links that were mailed and not used. Using one deletes it.';
COMMENT ON COLUMN sign_in_links.hash IS 'SHA-256 of the token in the link.';
CREATE INDEX sign_in_links_member ON sign_in_links (member_id);
CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at);

CREATE TABLE member_sessions (
  id              text PRIMARY KEY,
  hash            bytea NOT NULL UNIQUE,
  member_id       text NOT NULL REFERENCES members ON DELETE CASCADE,
  agent           text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  seen_at         timestamptz(3) NOT NULL,
  second_step_at  timestamptz(3)
);
COMMENT ON TABLE member_sessions IS 'Sessions of members. Ending one deletes it, at once in every process: each call reads it here.';
COMMENT ON COLUMN member_sessions.hash IS 'SHA-256 of the token in the cookie.';
COMMENT ON COLUMN member_sessions.agent IS 'What the browser called itself, for the list of sessions.';
COMMENT ON COLUMN member_sessions.seen_at IS 'To the minute.';
COMMENT ON COLUMN member_sessions.second_step_at IS 'When the second step was last taken. NULL: not in this session.';
CREATE INDEX member_sessions_member ON member_sessions (member_id);
CREATE INDEX member_sessions_seen ON member_sessions (seen_at);

CREATE TABLE member_totp (
  member_id     text PRIMARY KEY REFERENCES members ON DELETE CASCADE,
  secret        bytea NOT NULL,
  confirmed_at  timestamptz(3),
  last_step     bigint NOT NULL DEFAULT -1
);
COMMENT ON TABLE member_totp IS 'Secrets of authenticator apps, encrypted.';
COMMENT ON COLUMN member_totp.confirmed_at IS 'NULL: shown, and no code of it came yet. It does not count.';
COMMENT ON COLUMN member_totp.last_step IS 'The time step of the last code that was accepted. No code counts twice.';

CREATE TABLE sign_in_attempts (
  bucket      bytea PRIMARY KEY,
  started_at  timestamptz(3) NOT NULL,
  attempts    integer NOT NULL
);
COMMENT ON TABLE sign_in_attempts IS 'How often somebody tried lately. A bucket is a keyed hash, so that it names neither an IP nor an e-mail address.';
CREATE INDEX sign_in_attempts_started ON sign_in_attempts (started_at);
