-- A refund that failed may have given our share of the fee back; sent again, it must not give it back twice.

ALTER TABLE refunds ADD COLUMN fee_reference text;
COMMENT ON COLUMN refunds.fee_reference IS 'The processor''s refund of an earlier attempt that failed, with which our share of the fee went back; until this attempt is sent, with which it may have.';
