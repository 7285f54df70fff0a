-- Filters of the dashboard's lists that a member keeps under a name.

CREATE TABLE saved_filters (
  id          text PRIMARY KEY COLLATE "C",
  member_id   text NOT NULL REFERENCES members ON DELETE CASCADE,
  page        text NOT NULL,
  name        text NOT NULL,
  filters     jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
  created_at  timestamptz(3) NOT NULL,
  UNIQUE (member_id, page, name)
);
COMMENT ON TABLE saved_filters IS 'Filters of the dashboard''s lists that a member keeps under a name.';
COMMENT ON COLUMN saved_filters.page IS 'The address of the list below /dashboard, such as /earnings.';
COMMENT ON COLUMN saved_filters.filters IS 'Texts by the name that they have in the page''s address.';
