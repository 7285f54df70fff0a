import { JOBS } from '../src/context/jobs.js';
import { firstAttempts } from '../src/deliveries/sql/deliveries.js';
import type { Queryable } from '../src/platform/database/database.js';
import { openDifferences } from '../src/reconciliation/sql/reconciliations.js';
import { paymentChecks } from '../src/settlements/sql/settlement-checks.js';

const TOPICS = JOBS.flatMap((job) =>
  job.kind !== 'periodic' && job.topic ? [{ name: job.name, topic: job.topic }] : [],
);

/** One number of the backlog in the database; the label distinguishes numbers of the same name. */
export interface BacklogReading {
  name: string;
  label: string;
  value: number;
}

/**
 * Counts everything that waits, for operators; ages and delays in seconds, 0 where nothing waits. Readings with a
 * label have a row only where something waits. One statement, over the indexes of unfinished work.
 *
 * @param now by the service's clock, which wrote the instants it is compared with.
 */
export async function readBacklog(db: Queryable, now: Date): Promise<BacklogReading[]> {
  return db<BacklogReading[]>`
    WITH clock AS (SELECT ${now}::timestamptz AS now),
    first AS (${firstAttempts(db, now)}),
    retry AS (
      SELECT count(*) AS waiting, min(next_attempt_at) AS due, min(created_at) AS oldest
        FROM deliveries WHERE state = 'pending' AND attempt > 0
    ),
    age AS (
      SELECT 'outbox_messages' AS name, topic AS label, count(*)::float8 AS value, NULL::timestamptz AS since
        FROM outbox WHERE due_at IS NULL GROUP BY topic
      UNION ALL SELECT 'outbox_oldest_seconds', topic, 0, min(created_at) FROM outbox WHERE due_at IS NULL GROUP BY topic
      UNION ALL SELECT unnest(ARRAY['job_waiting', 'job_oldest_seconds', 'job_set_aside']), j.name,
                       unnest(ARRAY[waiting, 0, set_aside]), unnest(ARRAY[NULL, oldest, NULL])
                  FROM (SELECT topic, count(*) FILTER (WHERE due_at IS DISTINCT FROM 'infinity')::float8 AS waiting,
                               min(created_at) FILTER (WHERE due_at IS DISTINCT FROM 'infinity') AS oldest,
                               count(DISTINCT key) FILTER (WHERE due_at = 'infinity')::float8 AS set_aside
                          FROM outbox GROUP BY topic) o
                  JOIN unnest(${TOPICS.map(({ name }) => name)}::text[], ${TOPICS.map(({ topic }) => topic)}::text[]) AS j (name, topic)
                 USING (topic)
      UNION ALL SELECT unnest(ARRAY['first_attempts_waiting', 'first_attempts_oldest_seconds']), lane, waiting, unnest(ARRAY[NULL, due])
                  FROM first
      UNION ALL SELECT unnest(ARRAY['deliveries_waiting', 'deliveries_overdue_seconds', 'deliveries_oldest_seconds']), '',
                       waiting + (SELECT coalesce(sum(waiting), 0) FROM first),
                       unnest(ARRAY[NULL, least(due, (SELECT due FROM first WHERE lane = 'fast')), least(oldest, (SELECT min(due) FROM first))])
                  FROM retry
      UNION ALL SELECT 'endpoints', CASE WHEN status = 'disabled' THEN 'disabled' WHEN failing_since IS NULL THEN 'ok' ELSE 'failing' END,
                       count(*), NULL
                  FROM delivery_endpoints WHERE status <> 'removed' GROUP BY 2
      UNION ALL SELECT unnest(ARRAY['holds_open', 'holds_overdue_seconds']), '', open, unnest(ARRAY[NULL, due])
                  FROM (SELECT count(*) AS open, min(hold_until) AS due FROM orders WHERE status = 'awaiting_payment') h
      UNION ALL SELECT unnest(ARRAY['refunds_unsent', 'refunds_oldest_seconds']), '', unsent, unnest(ARRAY[NULL, oldest])
                  FROM (SELECT count(*) AS unsent, min(created_at) AS oldest FROM refunds
                         WHERE sent_at IS NULL AND state IS DISTINCT FROM 'failed') r
      UNION ALL SELECT 'refunds_failed', '', count(*), NULL FROM refunds r JOIN orders o ON o.id = r.order_id AND o.mode = 'live'
                  WHERE r.state = 'failed' AND r.settled_at IS NULL
      UNION ALL SELECT 'event_refunds', CASE WHEN paused_at IS NOT NULL THEN 'paused' WHEN due_at > clock.now THEN 'waiting' ELSE 'due' END,
                       count(*), NULL
                  FROM event_refunds, clock WHERE state = 'open' GROUP BY 2
      UNION ALL SELECT unnest(ARRAY['event_refunds_overdue_seconds', 'event_refunds_paused_seconds']), '', 0, unnest(ARRAY[due, paused])
                  FROM (SELECT min(due_at) FILTER (WHERE paused_at IS NULL) AS due, min(paused_at) AS paused
                          FROM event_refunds WHERE state = 'open') er
      UNION ALL SELECT unnest(ARRAY['ticket_mails_waiting', 'ticket_mails_late_orders']), '', unnest(ARRAY[waiting, late]), NULL
                  FROM (SELECT count(*) AS waiting,
                               count(DISTINCT order_id) FILTER (WHERE created_at < clock.now - interval '15 minutes') AS late
                          FROM ticket_mails, clock WHERE state = 'queued') m
      UNION ALL SELECT unnest(ARRAY['mails_waiting', 'mails_oldest_seconds']), '', waiting, unnest(ARRAY[NULL, oldest])
                  FROM (SELECT count(*) AS waiting, min(created_at) AS oldest FROM mails WHERE state = 'queued') pm
      UNION ALL SELECT 'mails_refused', 'buyers', count(*), NULL
                  FROM ticket_mails, clock WHERE state = 'refused' AND ended_at > clock.now - interval '1 day' HAVING count(*) > 0
      UNION ALL SELECT 'mails_refused', 'members', count(*), NULL
                  FROM mails, clock WHERE state = 'refused' AND ended_at > clock.now - interval '1 day' HAVING count(*) > 0
      UNION ALL SELECT 'settlements', CASE WHEN status = 'failed' AND pay_from IS NOT NULL THEN 'retrying' ELSE status END, count(*), NULL
                  FROM settlements WHERE status IN ('issued', 'paying', 'failed') GROUP BY 2
      UNION ALL SELECT 'settlement_payments_waiting', waits_for, count(*), NULL FROM settlements WHERE waits_for IS NOT NULL GROUP BY 2
      UNION ALL SELECT 'settlement_payment_overdue_seconds', '', 0, min(pay_from) FROM settlements WHERE status IN ('issued', 'paying', 'failed')
      UNION ALL SELECT unnest(ARRAY['settlement_closes_running', 'settlement_close_oldest_seconds']), '', running, unnest(ARRAY[NULL, oldest])
                  FROM (SELECT count(*) AS running, min(started_at) AS oldest
                          FROM settlement_runs WHERE kind = 'close' AND status = 'running') c
      -- The month that ended last, unless all of it was closed, or nobody was there to be paid for it.
      UNION ALL SELECT 'settlement_close_overdue_seconds', '', 0, ended
                  FROM (SELECT date_trunc('month', clock.now AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS ended FROM clock) m
                 WHERE EXISTS (SELECT FROM settlement_terms t JOIN companies c ON c.id = t.company_id WHERE c.created_at < ended)
                   AND NOT EXISTS (
                     SELECT FROM settlement_runs WHERE month = to_char(ended AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM')
                        AND kind = 'close' AND company_id IS NULL AND currency IS NULL AND status = 'finished')
      UNION ALL SELECT 'settlement_statements_refused', '', refused, NULL
                  FROM (SELECT coalesce((result ->> 'refused')::integer, 0) AS refused FROM settlement_runs
                         WHERE kind = 'close' AND company_id IS NULL AND status = 'finished' ORDER BY id DESC LIMIT 1) s
      UNION ALL SELECT 'settlement_last_close_timestamp_seconds', '', extract(epoch FROM max(finished_at)), NULL
                  FROM settlement_runs WHERE kind = 'close' AND status = 'finished' HAVING count(*) > 0
      UNION ALL SELECT 'processor_events_set_aside', '', count(*), NULL FROM processor_events_set_aside
      UNION ALL ${openDifferences(db)}
      UNION ALL ${paymentChecks(db)}
      UNION ALL SELECT 'bulk_files', state, count(*), NULL FROM bulk_files GROUP BY state
      -- Due by the database's own clock, however far the sandbox's was moved.
      UNION ALL SELECT 'job_overdue_seconds', id, 0, clock.now - (now() - due_at) FROM job_clocks, clock
      UNION ALL SELECT 'bulk_oldest_building_seconds', '', 0, min(requested_at) FROM bulk_files WHERE state = 'building'
    )
    SELECT name, label,
           CASE WHEN name LIKE '%\\_seconds' AND name NOT LIKE '%timestamp%'
                THEN greatest(0, coalesce(extract(epoch FROM clock.now - since)::float8, 0)) ELSE value END AS value
      FROM age, clock`;
}
