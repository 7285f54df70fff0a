-- Partner companies. Each key, order, earning and statement belongs to one.
CREATE TABLE companies (
  id          text           PRIMARY KEY,
  name        text           NOT NULL UNIQUE,
  status      text           NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  currency    text           NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'), -- Currency of the totals in GET /earnings.
  created_at  timestamptz(3) NOT NULL
);
-- Notifies access_changed with <kind>:<id>. The arguments are the kind and the column that holds the id; bytes become hex.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', TG_ARGV[0] || ':' || regexp_replace(to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1], '^\\x', ''));
  RETURN NULL; END $$;
CREATE TRIGGER announce_company_change AFTER DELETE OR UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION announce_change('company', 'id');

-- The events that a company may show. A company without a row may show all events.
CREATE TABLE agreements (
  company_id   text           PRIMARY KEY REFERENCES companies,
  countries    text[], -- NULL: every country.
  categories   text[], -- NULL: every category.
  paying_only  boolean        NOT NULL DEFAULT false, -- true: only events that pay a reward.
  updated_at   timestamptz(3) NOT NULL
);
CREATE TRIGGER announce_agreement_change AFTER INSERT OR DELETE OR UPDATE ON agreements FOR EACH ROW EXECUTE FUNCTION announce_change('company', 'company_id');
