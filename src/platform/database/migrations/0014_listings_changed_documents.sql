-- Processes keep documents in memory (src/listings/memory). Every page tells the generation it was read at, and a
-- process that meets a newer one reads here which documents to forget. docs/decisions/0002-listings.md says why.

ALTER TABLE listing_stamp ADD COLUMN generation bigint NOT NULL DEFAULT 0;
COMMENT ON TABLE listing_stamp IS 'One row: the last updated_at or withdrawn_at given out, and how often documents changed. Its row lock makes both follow the order of commits.';
COMMENT ON COLUMN listing_stamp.generation IS 'Counts the statements that changed or deleted documents.';

CREATE TABLE listing_changes (
  generation  bigint PRIMARY KEY,
  event_ids   text[] NOT NULL
);
COMMENT ON TABLE listing_changes IS 'Which documents each of the last 1,000 generations changed. A trigger keeps it.';
COMMENT ON COLUMN listing_changes.event_ids IS 'Refer to event_listings.';

-- In the database, so that no writer can forget it: a document in memory is only as fresh as this.
CREATE FUNCTION note_changed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
  latest bigint;
BEGIN
  SELECT array_agg(event_id) INTO ids FROM before;
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE listing_stamp SET generation = generation + 1 RETURNING generation INTO latest;
  INSERT INTO listing_changes (generation, event_ids) VALUES (latest, ids);
  DELETE FROM listing_changes WHERE generation <= latest - 1000;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_updated AFTER UPDATE ON event_listings
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_changed_documents();
CREATE TRIGGER note_deleted AFTER DELETE ON event_listings
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_changed_documents();

-- Without its rows nobody can tell what changed: every document is forgotten.
CREATE FUNCTION note_all_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listing_stamp SET generation = generation + 1;
  DELETE FROM listing_changes;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_truncated AFTER TRUNCATE ON event_listings
  FOR EACH STATEMENT EXECUTE FUNCTION note_all_documents();
