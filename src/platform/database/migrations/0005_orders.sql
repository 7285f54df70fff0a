-- Money that goes back to a buyer: written in the transaction that decides it, sent by a workflow that repeats
-- until the processor has taken it.
CREATE TABLE refunds (
  id                  text PRIMARY KEY,
  order_id            text NOT NULL REFERENCES orders,
  -- Names the request: asking again with the same key gives the same refund.
  request_key         text NOT NULL,
  reason              text NOT NULL CHECK (reason IN ('requested', 'late_payment', 'duplicate_payment')),
  payment_reference   text NOT NULL,
  quantity            integer NOT NULL CHECK (quantity >= 0),   -- tickets put back on sale
  amount_minor        bigint NOT NULL CHECK (amount_minor > 0),
  currency            text NOT NULL,
  created_at          timestamptz(3) NOT NULL,
  sent_at             timestamptz(3),
  processor_reference text,
  UNIQUE (order_id, request_key),
  CHECK ((sent_at IS NULL) = (processor_reference IS NULL))
);
CREATE INDEX refunds_unsent ON refunds (created_at) WHERE sent_at IS NULL;
