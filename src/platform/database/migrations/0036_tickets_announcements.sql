-- Buyers are told of payments that go back and of other places, once a change has settled, and never what they know.

ALTER TABLE ticket_mails DROP CONSTRAINT ticket_mails_kind_check;
ALTER TABLE ticket_mails ADD CONSTRAINT ticket_mails_kind_check
  CHECK (kind IN ('tickets', 'resend', 'corrected', 'refund', 'event', 'returned')) NOT VALID;

ALTER TABLE event_notices DROP CONSTRAINT event_notices_kind_check;
ALTER TABLE event_notices ADD CONSTRAINT event_notices_kind_check
  CHECK (kind IN ('cancelled', 'postponed', 'rescheduled', 'moved'));
ALTER TABLE event_notices ADD COLUMN first_changed_at timestamptz(3), ADD COLUMN tell_at timestamptz(3);
COMMENT ON COLUMN event_notices.first_changed_at IS 'The first of the changes that followed each other before anybody was told. NULL: changed_at.';
COMMENT ON COLUMN event_notices.tell_at IS 'When the change has settled and is told. NULL: at once.';

ALTER TABLE orders ADD COLUMN event_seen jsonb;
COMMENT ON COLUMN orders.event_seen IS 'When and where the event took place when it was ordered. NULL: not known.';

ALTER TABLE order_pages ADD COLUMN told jsonb;
COMMENT ON COLUMN order_pages.told IS 'When and where the event takes place as the buyer was last told. NULL: not known, every change is told.';
