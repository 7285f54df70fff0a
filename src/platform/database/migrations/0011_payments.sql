-- Applied messages of the payment processor, written in the transaction of their effect. The content is not kept: it holds card and buyer data.
CREATE TABLE processor_events (
  id           text           PRIMARY KEY, -- Id at the processor.
  type         text           NOT NULL,
  account      text, -- The connected account. NULL: our own account.
  created_at   timestamptz(3) NOT NULL, -- The processor's time.
  received_at  timestamptz(3) NOT NULL
);
CREATE INDEX processor_events_received ON processor_events (received_at);

-- Messages of the payment processor that could not be read.
CREATE TABLE processor_events_set_aside (
  id           text           PRIMARY KEY, -- Id at the processor.
  type         text           NOT NULL,
  mode         text           NOT NULL CHECK (mode IN ('test', 'live')),
  account      text, -- The connected account. NULL: our own account.
  object_id    text, -- The object of the message. NULL: the message names none.
  fault        text           NOT NULL, -- The missing member, such as dispute.balance_transactions.
  created_at   timestamptz(3) NOT NULL, -- The processor's time.
  received_at  timestamptz(3) NOT NULL
);

-- Memory of the simulated payment processor, which moves no money.
CREATE TABLE simulated_transfers (
  key           text    PRIMARY KEY, -- Refers to settlement_transfers.
  amount_minor  bigint  NOT NULL,
  currency      text    NOT NULL,
  outcome       text    NOT NULL CHECK (outcome IN ('succeeded', 'failed')),
  reference     text,
  failure       text,
  sendings      integer NOT NULL DEFAULT 1 -- Number of calls with this key.
);
