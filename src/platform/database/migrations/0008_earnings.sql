-- What partners earn: the sales, the ledger that is only added to, and the earnings that partners see
-- (docs/decisions/0007-ledger-and-buy-links.md).

CREATE TABLE sales (
  id                   text PRIMARY KEY,
  order_id             text NOT NULL UNIQUE REFERENCES orders,
  company_id           text NOT NULL REFERENCES companies,
  key_id               text NOT NULL REFERENCES api_keys,
  mode                 text NOT NULL CHECK (mode IN ('test', 'live')),
  event_id             text NOT NULL REFERENCES events,
  sub_id               text,
  quantity             integer NOT NULL CHECK (quantity > 0),
  unit_price_minor     bigint NOT NULL CHECK (unit_price_minor >= 0),
  paid_minor           bigint NOT NULL CHECK (paid_minor >= 0),
  order_currency       text NOT NULL,
  reward_kind          text CHECK (reward_kind IN ('flat', 'percent')),
  reward_amount_minor  bigint,
  reward_percent       numeric(7, 4),
  rewarded_quantity    integer NOT NULL CHECK (rewarded_quantity BETWEEN 0 AND quantity),
  commission_minor     bigint NOT NULL CHECK (commission_minor >= 0),
  currency             text NOT NULL,
  budgeted             boolean NOT NULL,
  uncredited           text CHECK (uncredited IN ('company_suspended', 'outside_agreement')),
  created_at           timestamptz(3) NOT NULL,
  CHECK ((rewarded_quantity = 0) = (commission_minor = 0)),
  CONSTRAINT sales_uncredited_earn_nothing CHECK (uncredited IS NULL OR commission_minor = 0)
);
COMMENT ON TABLE sales IS 'The facts of each credited order, with the reward''s rate as it was. Written when the order is paid and never changed.';
COMMENT ON COLUMN sales.unit_price_minor IS 'The ticket''s own price, without fees.';
COMMENT ON COLUMN sales.paid_minor IS 'What the buyer paid, fees included, in order_currency.';
COMMENT ON COLUMN sales.rewarded_quantity IS 'Tickets that the reward was paid for: those that the event''s budget allowed.';
COMMENT ON COLUMN sales.currency IS 'Of the commission.';
COMMENT ON COLUMN sales.budgeted IS 'true: the commission was drawn from the event''s reward budget.';
COMMENT ON COLUMN sales.uncredited IS 'Why a sale that a partner brought earned nothing.';
CREATE INDEX sales_event ON sales (event_id);
CREATE INDEX sales_key ON sales (key_id, created_at);

CREATE TABLE ledger_entries (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  earning_id         text NOT NULL,
  sale_id            text NOT NULL,
  kind               text NOT NULL CHECK (kind IN ('sale', 'refund', 'adjustment')),
  company_id         text NOT NULL REFERENCES companies,
  key_id             text REFERENCES api_keys,
  mode               text NOT NULL CHECK (mode IN ('test', 'live')),
  event_id           text REFERENCES events,
  order_id           text REFERENCES orders,
  sub_id             text,
  currency           text NOT NULL,
  commission_minor   bigint NOT NULL,
  transaction_minor  bigint,
  paid_minor         bigint NOT NULL DEFAULT 0,
  reason             text,
  created_at         timestamptz(3) NOT NULL,
  CHECK (CASE kind WHEN 'sale' THEN commission_minor > 0 AND paid_minor > 0
                   WHEN 'refund' THEN commission_minor <= 0 AND paid_minor <= 0
                   ELSE commission_minor <> 0 END)
);
COMMENT ON TABLE ledger_entries IS 'Signed entries of commission: a sale adds, a refund takes away, an adjustment does either. Never changed or deleted.';
COMMENT ON COLUMN ledger_entries.earning_id IS 'Refers to earnings: the record that shows this entry.';
COMMENT ON COLUMN ledger_entries.sale_id IS 'Refers to sales. An adjustment of no particular sale has an id of its own here.';
COMMENT ON COLUMN ledger_entries.key_id IS 'NULL: an adjustment of no particular sale.';
COMMENT ON COLUMN ledger_entries.transaction_minor IS 'Of the tickets'' own price. NULL: that is in another currency.';
COMMENT ON COLUMN ledger_entries.paid_minor IS 'Of the buyer''s money, in the order''s currency. Shares are counted in it.';
CREATE INDEX ledger_entries_sale ON ledger_entries (sale_id, id);
CREATE UNIQUE INDEX ledger_entries_one_sale ON ledger_entries (sale_id) WHERE kind = 'sale';

CREATE TABLE earnings (
  id                 text PRIMARY KEY COLLATE "C",
  sale_id            text NOT NULL,
  kind               text NOT NULL CHECK (kind IN ('sale', 'refund', 'adjustment')),
  company_id         text NOT NULL REFERENCES companies,
  key_id             text REFERENCES api_keys,
  mode               text NOT NULL CHECK (mode IN ('test', 'live')),
  event_id           text REFERENCES events,
  sub_id             text,
  currency           text NOT NULL,
  commission_minor   bigint NOT NULL,
  transaction_minor  bigint,
  -- The last guard against reversing more than was earned.
  remaining_minor    bigint NOT NULL DEFAULT 0 CHECK (remaining_minor >= 0),
  status             text NOT NULL CHECK (status IN ('pending', 'approved', 'ready', 'paid', 'reversed')),
  reason             text CHECK (reason IN ('awaiting_event', 'under_review', 'refund', 'partial_refund', 'event_cancelled', 'chargeback',
                                            'fraud', 'self_purchase', 'duplicate', 'terms_breach', 'tracking_error', 'adjustment')),
  approves_at        timestamptz(3),
  ready_at           timestamptz(3),
  settles            boolean NOT NULL DEFAULT true,
  settlement_id      text,
  created_at         timestamptz(3) NOT NULL,
  changed_at         timestamptz(3) NOT NULL,
  CHECK (status <> 'reversed' OR commission_minor <= 0),
  CHECK (status = 'reversed' OR commission_minor > 0),
  CHECK (settles OR settlement_id IS NULL)
);
COMMENT ON TABLE earnings IS 'What partners see of the ledger. Amounts repeat its entries; status, dates and statement are kept here alone.';
COMMENT ON COLUMN earnings.sale_id IS 'Refers to sales. An adjustment of no particular sale has an id of its own here.';
COMMENT ON COLUMN earnings.transaction_minor IS 'Of the tickets'' own price. NULL: that is in another currency.';
COMMENT ON COLUMN earnings.remaining_minor IS 'Kind sale: what refunds have not yet taken back of it.';
COMMENT ON COLUMN earnings.approves_at IS 'NULL while a postponed event has no new date, and for refunds.';
COMMENT ON COLUMN earnings.ready_at IS 'When it may enter a statement. A refund has the date of its sale.';
COMMENT ON COLUMN earnings.settles IS 'false: it nets to zero with the other records of its sale, so none of them enters a statement.';
COMMENT ON COLUMN earnings.settlement_id IS 'Refers to settlements: the statement that lists it now.';
CREATE INDEX earnings_list ON earnings (company_id, mode, created_at, id);
CREATE INDEX earnings_totals ON earnings (company_id, mode, currency, status) INCLUDE (commission_minor);
CREATE INDEX earnings_changed ON earnings (company_id, mode, changed_at);
CREATE INDEX earnings_sub_id ON earnings (company_id, mode, sub_id, created_at) WHERE sub_id IS NOT NULL;
CREATE INDEX earnings_of_event ON earnings (company_id, mode, event_id, created_at);
CREATE INDEX earnings_sale ON earnings (sale_id);
CREATE INDEX earnings_unreversed ON earnings (event_id) WHERE kind = 'sale' AND remaining_minor > 0;
CREATE INDEX earnings_approves ON earnings (approves_at) WHERE status = 'pending';
CREATE INDEX earnings_ready ON earnings (ready_at) WHERE status = 'approved';
CREATE INDEX earnings_settlement ON earnings (settlement_id) WHERE settlement_id IS NOT NULL;
-- What a month's close gathers.
CREATE INDEX earnings_unsettled ON earnings (company_id, currency, ready_at) WHERE mode = 'live' AND settles AND settlement_id IS NULL;

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: correct it with a new entry', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
COMMENT ON FUNCTION refuse_ledger_change IS 'Refuses the statement: rows of the trigger''s table are kept as they are.';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sales FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sales FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER kept BEFORE DELETE ON earnings FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON earnings FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE FUNCTION guard_earning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.sale_id, NEW.kind, NEW.company_id, NEW.mode, NEW.currency, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.sale_id, OLD.kind, OLD.company_id, OLD.mode, OLD.currency, OLD.created_at)
     OR (NEW.key_id, NEW.event_id, NEW.sub_id) IS DISTINCT FROM (OLD.key_id, OLD.event_id, OLD.sub_id) THEN
    RAISE EXCEPTION 'an earning keeps its identity' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.status = 'reversed' AND (NEW.status, NEW.commission_minor, NEW.transaction_minor, NEW.reason)
     IS DISTINCT FROM (OLD.status, OLD.commission_minor, OLD.transaction_minor, OLD.reason) THEN
    RAISE EXCEPTION 'a reversed earning never becomes anything else' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.status <> 'reversed' AND NEW.status <> 'reversed'
     AND (NEW.commission_minor, NEW.transaction_minor) IS DISTINCT FROM (OLD.commission_minor, OLD.transaction_minor) THEN
    RAISE EXCEPTION 'the amount of an earning is what the ledger says' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION guard_earning IS 'An earning keeps its identity, changes its amount only when a full refund reverses it, and stays `reversed` for good.';

CREATE TRIGGER guard BEFORE UPDATE ON earnings FOR EACH ROW EXECUTE FUNCTION guard_earning();

CREATE FUNCTION tell_earnings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sales WHERE event_id = NEW.id) THEN
    INSERT INTO outbox (topic, key, created_at) VALUES ('event.earnings', NEW.id, transaction_timestamp());
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION tell_earnings IS 'Announces in the outbox that an event with sales was moved or cancelled, by whoever and in whichever way, so that its earnings follow.';

CREATE TRIGGER tell_earnings AFTER UPDATE ON events FOR EACH ROW
  WHEN ((OLD.starts_at, OLD.ends_at, OLD.date, OLD.timezone) IS DISTINCT FROM (NEW.starts_at, NEW.ends_at, NEW.date, NEW.timezone)
        OR (OLD.status <> NEW.status AND (OLD.status = 'postponed' OR NEW.status IN ('postponed', 'cancelled'))))
  EXECUTE FUNCTION tell_earnings();
