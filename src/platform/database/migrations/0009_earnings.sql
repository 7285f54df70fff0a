-- Facts of each credited order, with the reward rate at that time. Written when the order is paid; never changed.
CREATE TABLE sales (
  id                   text           PRIMARY KEY,
  order_id             text           NOT NULL UNIQUE REFERENCES orders,
  company_id           text           NOT NULL REFERENCES companies,
  key_id               text           NOT NULL REFERENCES api_keys,
  mode                 text           NOT NULL CHECK (mode IN ('test', 'live')),
  source               text           NOT NULL CHECK (source IN ('api', 'buy_link')), -- As of the order.
  event_id             text           NOT NULL REFERENCES events,
  sub_id               text,
  quantity             integer        NOT NULL CHECK (quantity > 0),
  price_minor          bigint         NOT NULL CHECK (price_minor >= 0), -- Price of all tickets without fees, in order_currency.
  paid_minor           bigint         NOT NULL CHECK (paid_minor >= 0), -- Amount the buyer paid, in order_currency, with fees.
  order_currency       text           NOT NULL,
  reward_kind          text           CHECK (reward_kind IN ('flat', 'percent')),
  reward_amount_minor  bigint, reward_percent numeric(7,4),
  rewarded_quantity    integer        NOT NULL, -- Rewarded tickets: limited by the event's budget.
  commission_minor     bigint         NOT NULL CHECK (commission_minor >= 0),
  currency             text           NOT NULL, -- Currency of the commission.
  budgeted             boolean        NOT NULL, -- true: the commission counts against the event's reward budget.
  uncredited           text           CHECK (uncredited IN ('company_suspended', 'outside_agreement')), -- Why the sale earned nothing.
  created_at           timestamptz(3) NOT NULL,
  CHECK (rewarded_quantity >= 0 AND rewarded_quantity <= quantity), CHECK ((rewarded_quantity = 0) = (commission_minor = 0)),
  CONSTRAINT sales_uncredited_earn_nothing CHECK (uncredited IS NULL OR commission_minor = 0)
);
CREATE INDEX sales_event ON sales (event_id);
CREATE INDEX sales_key ON sales (key_id, created_at);
CREATE INDEX sales_company ON sales (company_id, created_at) INCLUDE (mode, event_id, sub_id, source, paid_minor, order_currency);
-- Refuses the statement: the rows never change.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: correct it with a new entry', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sales FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Signed commission entries: sales add, refunds subtract, adjustments do either. Never changed or deleted.
CREATE TABLE ledger_entries (
  id                 bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  earning_id         text           NOT NULL, -- Refers to earnings: the record of this entry.
  sale_id            text           NOT NULL, -- Refers to sales. An adjustment without a sale has its own id here.
  kind               text           NOT NULL CHECK (kind IN ('sale', 'refund', 'adjustment')),
  company_id         text           NOT NULL REFERENCES companies,
  key_id             text           REFERENCES api_keys, -- NULL: an adjustment without a sale.
  mode               text           NOT NULL CHECK (mode IN ('test', 'live')),
  event_id           text           REFERENCES events,
  order_id           text           REFERENCES orders,
  sub_id             text,
  currency           text           NOT NULL,
  commission_minor   bigint         NOT NULL,
  transaction_minor  bigint, -- Ticket price without fees. NULL: in another currency.
  paid_minor         bigint         NOT NULL DEFAULT 0, -- The buyer's money in the order's currency. Shares are computed from it.
  reason             text           CHECK (reason IN ('awaiting_event', 'under_review', 'refund', 'partial_refund', 'event_cancelled', 'chargeback', 'fraud', 'self_purchase', 'duplicate', 'terms_breach', 'tracking_error', 'adjustment')),
  created_at         timestamptz(3) NOT NULL,
  CHECK ( CASE kind WHEN 'sale' THEN commission_minor > 0 AND paid_minor > 0 WHEN 'refund' THEN commission_minor <= 0 AND paid_minor <= 0 ELSE commission_minor <> 0 END)
);
CREATE INDEX ledger_entries_sale ON ledger_entries (sale_id, id);
CREATE UNIQUE INDEX ledger_entries_one_sale ON ledger_entries (sale_id) WHERE kind = 'sale';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- The ledger as partners see it. Amounts repeat its entries; status, dates and statement stand here only.
CREATE TABLE earnings (
  id                 text           COLLATE "C" PRIMARY KEY,
  sale_id            text           NOT NULL, -- Refers to sales. An adjustment without a sale has its own id here.
  kind               text           NOT NULL CHECK (kind IN ('sale', 'refund', 'adjustment')),
  company_id         text           NOT NULL REFERENCES companies,
  key_id             text           REFERENCES api_keys,
  mode               text           NOT NULL CHECK (mode IN ('test', 'live')),
  event_id           text           REFERENCES events,
  order_id           text, -- Refers to orders. NULL: an adjustment without a sale.
  sub_id             text,
  currency           text           NOT NULL,
  commission_minor   bigint         NOT NULL,
  transaction_minor  bigint, -- Ticket price without fees. NULL: in another currency.
  remaining_minor    bigint         NOT NULL DEFAULT 0 CHECK (remaining_minor >= 0), -- Kind sale: the part not reversed by refunds.
  status             text           NOT NULL CHECK (status IN ('pending', 'approved', 'ready', 'paid', 'reversed')),
  reason             text           CHECK (reason IN ('awaiting_event', 'under_review', 'refund', 'partial_refund', 'event_cancelled', 'chargeback', 'fraud', 'self_purchase', 'duplicate', 'terms_breach', 'tracking_error', 'adjustment')),
  approves_at        timestamptz(3), -- NULL for refunds, and while a postponed event has no new date.
  ready_at           timestamptz(3), -- Earliest time for a statement. A refund has the date of its sale.
  settles            boolean        NOT NULL DEFAULT true, -- false: nets to zero with the other records of its sale, so no statement lists it.
  settlement_id      text, -- Refers to settlements: the current statement.
  created_at         timestamptz(3) NOT NULL, changed_at timestamptz(3) NOT NULL,
  CHECK (status <> 'reversed' OR commission_minor <= 0), CHECK (status = 'reversed' OR commission_minor > 0), CHECK (settles OR settlement_id IS NULL)
);
CREATE INDEX earnings_list ON earnings (company_id, mode, created_at, id);
CREATE INDEX earnings_totals ON earnings (company_id, mode, currency, status) INCLUDE (commission_minor, settles, settlement_id);
CREATE INDEX earnings_changed ON earnings (company_id, mode, changed_at);
CREATE INDEX earnings_sub_id ON earnings (company_id, mode, sub_id, created_at) WHERE sub_id IS NOT NULL;
CREATE INDEX earnings_of_event ON earnings (company_id, mode, event_id, created_at);
CREATE INDEX earnings_sale ON earnings (sale_id);
CREATE INDEX earnings_unreversed ON earnings (event_id) WHERE kind = 'sale' AND remaining_minor > 0;
CREATE INDEX earnings_approves ON earnings (approves_at) WHERE status = 'pending';
CREATE INDEX earnings_ready ON earnings (ready_at) WHERE status = 'approved';
CREATE INDEX earnings_settlement ON earnings (settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX earnings_unsettled ON earnings (company_id, currency, ready_at) WHERE mode = 'live' AND settles AND settlement_id IS NULL; -- Read by the month's close.
CREATE TRIGGER kept BEFORE DELETE ON earnings FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON earnings FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
-- An earning keeps its identity. Only a full refund changes its amount. `reversed` is final.
CREATE FUNCTION guard_earning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.sale_id, NEW.kind, NEW.company_id, NEW.mode, NEW.currency, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.sale_id, OLD.kind, OLD.company_id, OLD.mode, OLD.currency, OLD.created_at)
     OR (NEW.key_id, NEW.event_id, NEW.order_id, NEW.sub_id) IS DISTINCT FROM (OLD.key_id, OLD.event_id, OLD.order_id, OLD.sub_id) THEN
    RAISE EXCEPTION 'an earning keeps its identity' USING ERRCODE = 'restrict_violation'; END IF;
  IF OLD.status = 'reversed' AND (NEW.status, NEW.commission_minor, NEW.transaction_minor, NEW.reason)
     IS DISTINCT FROM (OLD.status, OLD.commission_minor, OLD.transaction_minor, OLD.reason) THEN
    RAISE EXCEPTION 'a reversed earning never becomes anything else' USING ERRCODE = 'restrict_violation'; END IF;
  IF OLD.status <> 'reversed' AND NEW.status <> 'reversed'
     AND (NEW.commission_minor, NEW.transaction_minor) IS DISTINCT FROM (OLD.commission_minor, OLD.transaction_minor) THEN
    RAISE EXCEPTION 'the amount of an earning is what the ledger says' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON earnings FOR EACH ROW EXECUTE FUNCTION guard_earning();
