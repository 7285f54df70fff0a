-- Owners keep what statements print of their company, and where it is paid.

ALTER TABLE company_billing
  ADD COLUMN street text,
  ADD COLUMN street_more text,
  ADD COLUMN postal_code text,
  ADD COLUMN town text,
  ADD COLUMN region text,
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT company_billing_address_parts CHECK ((street IS NULL) = (town IS NULL) AND (street IS NULL) = (country IS NULL));
COMMENT ON COLUMN company_billing.address IS 'One line each, as statements print it.';
COMMENT ON COLUMN company_billing.tax_id IS 'As statements print it: several are separated by a comma and a space.';
COMMENT ON COLUMN company_billing.street IS 'Of the address in its parts, which its lines are drawn from. NULL: it was given in lines.';
COMMENT ON COLUMN company_billing.street_more IS 'A second line, such as a floor.';

ALTER TABLE payout_accounts ADD COLUMN pays_from timestamptz(3);
COMMENT ON COLUMN payout_accounts.pays_from IS 'Nothing is paid to a new account before. NULL: an operator set it, and it is paid at once.';

ALTER TABLE transfer_accounts ADD COLUMN pays_from timestamptz(3);
COMMENT ON COLUMN transfer_accounts.pays_from IS 'Nothing is paid to a new account before. NULL: an operator connected it, and it is paid at once.';

ALTER TABLE settlements
  DROP CONSTRAINT settlements_waits_for_check,
  ADD CONSTRAINT settlements_waits_for_check CHECK (waits_for IN ('account', 'new_account', 'balance', 'processor'));
COMMENT ON COLUMN settlements.waits_for IS 'Why its payment waits until pay_from: `account`: the company has none that can get transfers. `new_account`: it has one that is paid from then. `balance`: ours is too low. `processor`: it failed, and will repeat that for a while. NULL: nothing.';
