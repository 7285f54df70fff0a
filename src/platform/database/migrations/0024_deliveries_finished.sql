-- An endpoint's health reads what ended in the time that is asked for, however many days are kept, and nothing of others.

DROP INDEX deliveries_finished;
CREATE INDEX deliveries_finished ON deliveries (endpoint_id, finished_at) WHERE state <> 'pending';

-- What did not go as usual: few of an endpoint's, so a list of them need not look for them among all that it was sent. What is
-- delivered at once never enters it.
CREATE INDEX deliveries_unusual ON deliveries (endpoint_id, state, change_seq)
 WHERE state IN ('failed', 'held', 'superseded', 'stopped') OR (state = 'pending' AND attempt > 0);
