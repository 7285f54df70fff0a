-- A role for people who look after links and campaigns: the funnel, earnings and missing sales, without statements and accounts.

ALTER TABLE members
  DROP CONSTRAINT members_role_check,
  ADD CONSTRAINT members_role_check CHECK (role IN ('owner', 'developer', 'finance', 'marketing', 'viewer'));
