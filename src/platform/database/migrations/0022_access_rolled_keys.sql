-- A rolled key: another secret under the same id, and the one before for a while. And how much each key is used.

ALTER TABLE api_keys
  ADD COLUMN previous_hash bytea UNIQUE,
  ADD COLUMN previous_last_four text,
  ADD COLUMN previous_until timestamptz(3),
  ADD CHECK ((previous_hash IS NULL) = (previous_until IS NULL) AND (previous_hash IS NULL) = (previous_last_four IS NULL));
COMMENT ON COLUMN api_keys.previous_hash IS 'After a roll: SHA-256 of the key before, which works until previous_until.';

CREATE OR REPLACE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one bytea;
BEGIN
  FOREACH one IN ARRAY ARRAY[OLD.hash, NEW.hash, OLD.previous_hash, NEW.previous_hash] LOOP
    -- The same text twice in a transaction is told once.
    IF one IS NOT NULL THEN
      PERFORM pg_notify('access_changed', 'key:' || encode(one, 'hex'));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_key_change IS 'Notifies access_changed with key:<SHA-256 in hex>, of the key before a roll too.';

CREATE OR REPLACE FUNCTION announce_certificate_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'key:' || encode(one, 'hex'))
     FROM api_keys k, unnest(ARRAY[k.hash, k.previous_hash]) AS one
    WHERE k.id = coalesce(NEW.key_id, OLD.key_id) AND one IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TABLE key_use (
  key_id           text NOT NULL REFERENCES api_keys,
  day              date NOT NULL,
  calls            bigint NOT NULL,
  assistant_calls  bigint NOT NULL,
  ok               bigint NOT NULL,
  refused          bigint NOT NULL,
  rate_limited     bigint NOT NULL,
  failed           bigint NOT NULL,
  last_at          timestamptz(3) NOT NULL,
  last_previous_at timestamptz(3),
  PRIMARY KEY (key_id, day)
);
COMMENT ON TABLE key_use IS 'Calls with each key, by day in UTC. Counted in the memory of API processes and added some seconds later: a crash loses those.';
COMMENT ON COLUMN key_use.assistant_calls IS 'Those among them that came from AI assistants.';
COMMENT ON COLUMN key_use.refused IS 'Answers 400 to 499 but for 429, which is rate_limited.';
COMMENT ON COLUMN key_use.failed IS 'Answers 500 to 599.';
COMMENT ON COLUMN key_use.last_previous_at IS 'The last call with the key from before a roll. NULL: none on that day.';
