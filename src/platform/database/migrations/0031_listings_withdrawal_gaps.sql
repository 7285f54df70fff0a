COMMENT ON COLUMN withdrawals.withdrawn_at IS 'Unique, and 3 ms or, where many were withdrawn, 3 µs apart, so that a partner who reads 500 at a time always comes to the end.';
