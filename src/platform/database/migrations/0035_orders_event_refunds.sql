-- Refunds of cancelled events start by themselves.

CREATE TABLE event_refunds (
  event_id      text PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'refunded', 'reinstated')),
  cancelled_at  timestamptz(3) NOT NULL,
  due_at        timestamptz(3) NOT NULL,
  paused_at     timestamptz(3),
  paused_by     text,
  ended_at      timestamptz(3),
  CHECK ((paused_at IS NULL) = (paused_by IS NULL)),
  CHECK ((state = 'open') = (ended_at IS NULL))
);
COMMENT ON TABLE event_refunds IS 'Cancelled events that had sold tickets, and when the refunds of their buyers start. The refunds themselves are in refunds.';
COMMENT ON COLUMN event_refunds.state IS 'reinstated: the event was no longer cancelled when its refunds were due, so nobody was refunded.';
COMMENT ON COLUMN event_refunds.due_at IS 'When the refunds start: AUTO_REFUND_AFTER after the cancellation, or earlier if an operator wants that.';
COMMENT ON COLUMN event_refunds.paused_at IS 'While it is set, nobody is refunded.';
COMMENT ON COLUMN event_refunds.paused_by IS 'The operator who paused, or `upgrade`: cancelled before there were automatic refunds.';
CREATE INDEX event_refunds_open ON event_refunds (due_at) WHERE state = 'open';

-- Their operators have not been asked: they see these in `event-refunds list` and decide.
INSERT INTO event_refunds (event_id, cancelled_at, due_at, paused_at, paused_by)
SELECT id, transaction_timestamp(), transaction_timestamp(), transaction_timestamp(), 'upgrade' FROM events e
WHERE status = 'cancelled' AND EXISTS (
  SELECT FROM orders o WHERE o.event_id = e.id AND o.status IN ('paid', 'test', 'partially_refunded') AND o.payment_reference IS NOT NULL);
