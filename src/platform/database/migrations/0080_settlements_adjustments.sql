-- The reason of a correction is read beside the earning that it made.

CREATE INDEX settlement_runs_adjustment ON settlement_runs ((result ->> 'earningId')) WHERE kind = 'adjust';
