-- A new authenticator app belongs to the session that asked for it; a session's token changes when it gains rights; and browsers
-- in which members have signed in.

-- Whoever shows one of these in a second step may not be the member.
DELETE FROM member_totp WHERE confirmed_at IS NULL;
ALTER TABLE member_totp ALTER COLUMN confirmed_at SET NOT NULL;
COMMENT ON COLUMN member_totp.confirmed_at IS 'When its first code was entered.';

ALTER TABLE member_sessions
  ADD COLUMN pending_totp bytea,
  ADD COLUMN pending_totp_until timestamptz(3),
  ADD COLUMN previous_hash bytea UNIQUE,
  ADD COLUMN previous_until timestamptz(3),
  ADD COLUMN previous_owed boolean;
COMMENT ON COLUMN member_sessions.pending_totp IS 'Secret of an authenticator app that is being set up in this session, encrypted.';
COMMENT ON COLUMN member_sessions.previous_hash IS 'SHA-256 of the token before this one, for calls that were under way when it changed.';
COMMENT ON COLUMN member_sessions.previous_owed IS 'Whether the session owed its second step under the token before.';

CREATE TABLE member_browsers (
  hash       bytea NOT NULL,
  member_id  text NOT NULL REFERENCES members ON DELETE CASCADE,
  seen_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (hash, member_id)
);
COMMENT ON TABLE member_browsers IS 'Browsers in which a member has signed in. The member gets a mail about each new one.';
COMMENT ON COLUMN member_browsers.hash IS 'SHA-256 of the token in the browser''s cookie. The token opens nothing.';
CREATE INDEX member_browsers_member ON member_browsers (member_id);
CREATE INDEX member_browsers_seen ON member_browsers (seen_at);
