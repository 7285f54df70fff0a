-- An endpoint's health reads only what ended in the period that is asked for, however many days are kept.

DROP INDEX deliveries_finished;
CREATE INDEX deliveries_finished ON deliveries (endpoint_id, finished_at) WHERE state <> 'pending';

-- Few of an endpoint's deliveries fail or are held, so a list of them must not read all that it was sent. What is delivered at
-- once never enters this index.
CREATE INDEX deliveries_unusual ON deliveries (endpoint_id, state, change_seq)
 WHERE state IN ('failed', 'held', 'superseded', 'stopped') OR (state = 'pending' AND attempt > 0);
