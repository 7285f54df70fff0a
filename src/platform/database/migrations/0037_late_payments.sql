-- Why the money of a payment that came late went back, and why a sale that a partner brought earned nothing.
ALTER TABLE refunds ADD COLUMN cause text;
ALTER TABLE refunds ADD CONSTRAINT refunds_cause CHECK (cause IS NULL OR reason = 'late_payment' AND cause IN (
  'order_cancelled', 'event_cancelled', 'event_withdrawn', 'event_over', 'event_postponed', 'payment_too_late', 'sales_ended',
  'sales_not_open', 'price_changed', 'quantity_over_limit', 'tickets_unavailable'));

ALTER TABLE sales ADD COLUMN uncredited text CHECK (uncredited IN ('company_suspended', 'outside_agreement'));
ALTER TABLE sales ADD CONSTRAINT sales_uncredited_earn_nothing CHECK (uncredited IS NULL OR commission_minor = 0);
