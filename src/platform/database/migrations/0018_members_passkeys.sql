-- Passkeys as the second step of members, and the challenge that a session was given for one.

CREATE TABLE member_passkeys (
  id             text PRIMARY KEY,
  member_id      text NOT NULL REFERENCES members ON DELETE CASCADE,
  credential_id  text NOT NULL UNIQUE,
  public_key     bytea NOT NULL,
  counter        bigint NOT NULL,
  transports     text[] NOT NULL,
  name           text NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  used_at        timestamptz(3)
);
COMMENT ON TABLE member_passkeys IS 'Passkeys that members take their second step with.';
COMMENT ON COLUMN member_passkeys.credential_id IS 'As the authenticator named it, in base64url.';
COMMENT ON COLUMN member_passkeys.public_key IS 'In COSE. It opens nothing by itself.';
COMMENT ON COLUMN member_passkeys.counter IS 'How often the authenticator signed, if it counts: a lower one comes of a copy.';
CREATE INDEX member_passkeys_member ON member_passkeys (member_id);

ALTER TABLE member_sessions ADD COLUMN challenge text, ADD COLUMN challenge_until timestamptz(3);
COMMENT ON COLUMN member_sessions.challenge IS 'What a passkey must sign next. Taken once.';
