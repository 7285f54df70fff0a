import { type DeliverySite, delays, openDeliverySite } from './support/delivery-site.js';
import { median, report, spread } from './support/report.js';
import { pause, runBench } from './support/run.js';

const ENDPOINTS = 40;
/** Endpoints that an outage hits. */
const DOWN = 20;
/** Seconds of an outage until the receivers count as down, and the follow-up of each failure is done. */
const SETTLED = 60;
/** A moment is the median of this many seconds. */
const MOMENT = 10;
/** Second attempts run at least at this share of the rate of first ones, and none much later than that allows. */
const GOAL = 0.5;
const LATE_MS = 30_000;
/** Single changes of a healthy endpoint before and after, and at least this many during the retries. */
const ALONE = 150;

interface Attempts {
  /** Seconds from the first of them until the last had ended; second attempts count from when the first of them was due. */
  firstSeconds: number;
  secondSeconds: number;
  first: number;
  second: number;
  /** Second attempts that began before they were due, … */
  early: number;
  /** … and those over {@link LATE_MS} later than the rate that is the goal allows. */
  late: number;
  /** How long after its due time the median and the last second attempt began. */
  medianLate: number;
  longestLate: number;
}

async function readAttempts({ ctx }: DeliverySite): Promise<Attempts> {
  const [row] = await ctx.sql<Attempts[]>`
    WITH a AS (
      SELECT a.number, a.started_at, a.finished_at,
             lag(a.finished_at) OVER (PARTITION BY a.delivery_id ORDER BY a.number) + interval '1 minute' AS due
        FROM delivery_attempts a JOIN delivery_endpoints e ON e.id = (SELECT endpoint_id FROM deliveries WHERE id = a.delivery_id)
       WHERE e.url LIKE '%/again/%'
    ), span AS (
      SELECT (count(*) FILTER (WHERE number = 1))::integer AS first, (count(*) FILTER (WHERE number = 2))::integer AS second,
             extract(epoch FROM max(finished_at) FILTER (WHERE number = 1) - min(started_at) FILTER (WHERE number = 1))::float8 AS first_seconds,
             extract(epoch FROM max(finished_at) FILTER (WHERE number = 2) - min(due))::float8 AS second_seconds,
             min(due) AS due_from
        FROM a
    ), ranked AS (
      SELECT a.*, row_number() OVER (ORDER BY due) AS nth FROM a WHERE number = 2
    ), judged AS (
      SELECT extract(epoch FROM started_at - due)::float8 AS late,
             started_at > greatest(due, due_from + nth / (${GOAL}::float8 * first / first_seconds) * interval '1 second')
                          + ${LATE_MS}::integer * interval '1 millisecond' AS too_late
        FROM ranked, span
    )
    SELECT first, second, first_seconds, second_seconds,
           (SELECT count(*) FROM judged WHERE late < -0.01)::integer AS early,
           (SELECT count(*) FROM judged WHERE too_late)::integer AS late,
           (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY late) FROM judged) AS median_late,
           (SELECT max(late) FROM judged) AS longest_late
      FROM span`;
  if (!row) throw new Error('no attempt was made');
  return row;
}

/**
 * First attempts that fail at once, then their second attempts, and a healthy endpoint at the same time; ends when all
 * due attempts were made.
 */
async function due(site: DeliverySite, deliveries = 150_000): Promise<void> {
  await site.addEndpoints(['/healthy']);
  const retried = await site.addEndpoints(Array.from({ length: ENDPOINTS }, (_, index) => `/again/${index}`));
  // Changes of the healthy endpoint are not sent to the others.
  await site.ctx.sql`UPDATE delivery_endpoints SET subscribes_events = false WHERE id = ANY (${retried})`;
  await delays(site, '/healthy', 20);
  const before = await delays(site, '/healthy', ALONE);
  const atFirst = site.workerMegabytes();
  await site.addBacklog(retried, Math.ceil(deliveries / ENDPOINTS));
  while ((await site.countWaiting()) > 0) await pause(100);
  const afterFirst = site.workerMegabytes();
  const dueFrom = await nextDue(site);
  if (dueFrom) await pause(Math.max(0, dueFrom.getTime() - Date.now()));
  const beside: number[] = [];
  while ((await nextDue(site)) !== null) beside.push(...(await delays(site, '/healthy', 10)));
  const atLast = site.workerMegabytes();
  const made = await readAttempts(site);
  const after = await delays(site, '/healthy', ALONE);

  const [first, second] = [made.first / made.firstSeconds, made.second / made.secondSeconds];
  console.log(
    `  ${made.first} first attempts at ${first.toFixed(0)} a second, ${made.second} second ones at ${second.toFixed(0)}`,
  );
  console.log(
    `  second attempts began ${made.medianLate.toFixed(1)} s after they were due at the median, ${made.longestLate.toFixed(1)} s at most`,
  );
  console.log(
    `  the worker had ${atFirst.toFixed(0)} MB before, ${afterFirst.toFixed(0)} after the first attempts, ${atLast.toFixed(0)} at the end`,
  );
  report('second attempts over first attempts, by rate', second / first, { atLeast: GOAL });
  report('second attempts before their time', made.early, { atMost: 0 });
  report('second attempts over 30 s later than that rate allows', made.late, { atMost: 0 });
  const alone = median([...before, ...after]);
  const detail = `beside: ${spread(beside)}, ${beside.length} changes; alone before: ${spread(before)}; after: ${spread(after)}`;
  report('healthy beside retries, median', median(beside) / alone, { atMost: 1.3 }, detail);
}

/** When the next retry is due, or was; null when none waits. */
async function nextDue({ ctx }: DeliverySite): Promise<Date | null> {
  const [row] = await ctx.sql<{ due: Date | null }[]>`
    SELECT min(next_attempt_at) AS due FROM deliveries WHERE state = 'pending' AND attempt > 0`;
  return row?.due ?? null;
}

/** Every receiver is down while first attempts wait; then all are back. */
async function outage(site: DeliverySite, deliveries = 100_000, seconds = 180): Promise<void> {
  const endpoints = await site.addEndpoints(Array.from({ length: DOWN }, (_, index) => `/down/${index}`));
  const before = site.workerMegabytes();
  site.take(true);
  await site.addBacklog(endpoints, deliveries / DOWN);
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(site.workerMegabytes()), 1_000);
  await pause(seconds * 1_000);
  const atFirst = median(memory.slice(0, SETTLED).slice(-MOMENT));
  const atLast = median(memory.slice(-MOMENT));
  const left = await site.countWaiting();
  console.log(`  down for ${seconds} s: ${deliveries - left} first attempts failed, ${left} wait`);
  site.take(false);
  const from = performance.now();
  // Each endpoint is tried every five seconds: the rate counts from when most of them are known to be back.
  while ((await site.countWaiting()) > left * 0.9) await pause(100);
  const [back, remaining] = [performance.now(), await site.countWaiting()];
  while ((await site.countWaiting()) > 0) await pause(100);
  clearInterval(watch);
  const rate = remaining / ((performance.now() - back) / 1_000);
  console.log(
    `  back after ${((back - from) / 1_000).toFixed(1)} s, then ${rate.toFixed(0)} deliveries a second; the worker had ` +
      `${before.toFixed(0)} MB before and ${Math.max(...memory).toFixed(0)} MB at most`,
  );
  const detail = `${atFirst.toFixed(0)} MB after a minute, ${atLast.toFixed(0)} after ${seconds} s`;
  // A shorter one has no later minute to compare.
  if (seconds >= 2 * SETTLED) {
    report('memory at the end of an outage, of a minute of it', atLast / atFirst, { atMost: 1.2 }, detail);
  }
}

const onSite =
  (part: (site: DeliverySite, ...sizes: number[]) => Promise<void>) =>
  async (...sizes: number[]): Promise<void> => {
    const site = await openDeliverySite({ events: 1 });
    try {
      await part(site, ...sizes);
    } finally {
      await site.close();
    }
  };

runBench(module, { due: onSite(due), outage: onSite(outage) });
