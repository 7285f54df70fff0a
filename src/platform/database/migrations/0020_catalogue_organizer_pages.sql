-- What buyers are told of who runs an event, and the language a buyer reads.

ALTER TABLE organizers
  ADD COLUMN contact_email text,
  ADD COLUMN logo_url text,
  ADD COLUMN terms_url text,
  ADD COLUMN privacy_url text,
  ADD COLUMN refunds_url text;
COMMENT ON COLUMN organizers.contact_email IS 'Where buyers ask about an event.';

ALTER TABLE orders ADD COLUMN language text CHECK (language ~ '^[a-z]{2,3}$');
COMMENT ON COLUMN orders.language IS 'The language that the buyer read the checkout in. NULL: not known, so English.';
