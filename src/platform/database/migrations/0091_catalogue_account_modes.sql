-- An account of the processor's test mode takes the payments of test orders.

ALTER TABLE payment_accounts ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'));
COMMENT ON TABLE payment_accounts IS 'Accounts of organizers at the payment processor. Live tickets are sold only where the organizer can charge cards; test orders are simulated elsewhere.';
COMMENT ON COLUMN payment_accounts.mode IS 'Of the processor, in which it was connected, and of the orders that it takes.';
