-- Partner companies and what each may show.

CREATE TABLE companies (
  id          text PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  status      text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  currency    text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  created_at  timestamptz(3) NOT NULL
);
COMMENT ON TABLE companies IS 'Partner companies. Keys, orders, earnings and statements belong to one.';
COMMENT ON COLUMN companies.currency IS 'The currency of the totals in GET /earnings.';

CREATE TABLE agreements (
  company_id   text PRIMARY KEY REFERENCES companies,
  countries    text[],
  categories   text[],
  paying_only  boolean NOT NULL DEFAULT false,
  updated_at   timestamptz(3) NOT NULL
);
COMMENT ON TABLE agreements IS 'Which events a company may show. A company without a row may show all of them.';
COMMENT ON COLUMN agreements.countries IS 'NULL: every country.';
COMMENT ON COLUMN agreements.categories IS 'NULL: every category.';
COMMENT ON COLUMN agreements.paying_only IS 'true: only events that pay a reward.';

-- Every API process keeps the keys it has met in memory. Whatever changes what a key may do notifies this channel, whoever
-- made the change, so that it counts at once everywhere.
CREATE FUNCTION announce_company_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'company:' || (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_company_change IS 'Notifies access_changed with company:<id>. Its argument names the column that holds the id.';

CREATE TRIGGER announce_company_change AFTER UPDATE OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION announce_company_change('id');

CREATE TRIGGER announce_agreement_change AFTER INSERT OR UPDATE OR DELETE ON agreements
  FOR EACH ROW EXECUTE FUNCTION announce_company_change('company_id');
