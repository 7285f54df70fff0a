import { delayAfterFailure } from '../../src/deliveries/rules/retry-schedule.js';
import type { Context } from '../../src/platform/context/context.js';
import type { ChaosRequest } from './chaos-receiver.js';
import { median, percentile } from './report.js';

/** An endpoint by its number, and when the call that switched it had answered. */
interface Switched {
  endpoint: number;
  at: number;
}

interface Row {
  id: string;
  changeId: string;
  endpointId: string;
  state: string;
  /** A later change withdraws the same event. */
  withdrawn: boolean;
  sends: number;
  attempts: number;
}

/** The way of what was on the wire. */
const ON_THE_WIRE_MS = 1_000;
/** Of the database's clock and this process's. */
const CLOCKS_DIFFER_MS = 500;

/**
 * Compares what a receiver got with what the database says: each delivery ended as it must, with one id and the same bytes; no
 * retry was early; nothing was sent after a withdrawal was taken, or to an endpoint that was disabled or removed.
 */
export async function checkDeliveries(
  ctx: Context,
  seen: { requests: readonly ChaosRequest[]; endpoints: readonly string[]; disabled: Switched; removed: Switched },
): Promise<{ faults: string[]; summary: string }> {
  const { requests, endpoints, disabled, removed } = seen;
  const faults: string[] = [];
  const byPair = new Map<string, ChaosRequest[]>();
  for (const one of requests) {
    const pair = `${endpoints[one.endpoint]} ${one.changeId}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), one]);
  }
  const rows = await ctx.sql<Row[]>`
    SELECT d.id, d.change_id, d.endpoint_id, d.state, a.sends, a.attempts,
           EXISTS (SELECT FROM deliveries w WHERE w.endpoint_id = d.endpoint_id AND w.event_id = d.event_id AND w.withdraws
                      AND w.change_seq > d.change_seq) AS withdrawn
      FROM deliveries d
      CROSS JOIN LATERAL (SELECT coalesce(sum(sends), 0)::integer AS sends, count(*)::integer AS attempts
                            FROM delivery_attempts WHERE delivery_id = d.id) a`;
  const [recorded] = await ctx.sql<{ changes: number }[]>`SELECT count(*)::integer AS changes FROM changes`;
  const counts = new Map<string, number>();
  const states: Record<string, number> = {};
  const late: number[] = [];
  let repeats = 0;
  let resent = 0;

  for (const row of rows) {
    const endpoint = endpoints.indexOf(row.endpointId);
    const got = byPair.get(`${row.endpointId} ${row.changeId}`) ?? [];
    byPair.delete(`${row.endpointId} ${row.changeId}`);
    counts.set(row.endpointId, (counts.get(row.endpointId) ?? 0) + 1);
    states[row.state] = (states[row.state] ?? 0) + 1;
    const name = `${row.id} (endpoint ${endpoint}, ${row.state})`;
    const ends = ['delivered'];
    if (row.withdrawn) ends.push('superseded');
    if (endpoint === disabled.endpoint) ends.push('held');
    if (endpoint === removed.endpoint) ends.push('stopped');
    if (!ends.includes(row.state)) faults.push(`${name} did not end as ${ends.join(' or ')}`);
    if (row.state === 'delivered' && !got.some((one) => !one.failed)) faults.push(`${name} was never taken`);
    if (got.some((one) => one.deliveryId !== row.id)) faults.push(`${name} came with other ids`);
    if (new Set(got.map((one) => one.body)).size > 1) faults.push(`${name} came with different bytes`);
    if (got.length > row.sends)
      faults.push(`${name} came ${got.length} times, and ${row.sends} sends are written down`);
    repeats += Math.max(0, got.length - row.attempts);
    resent += row.sends - row.attempts;
    // A request that is sent again after a crash is the same attempt, and waits for no schedule.
    if (row.sends > row.attempts) continue;
    got.slice(1).forEach((one, index) => {
      const lateMs = one.at - (got[index]?.at ?? 0) - (delayAfterFailure(index + 1) ?? 0);
      late.push(lateMs);
      if (lateMs < -CLOCKS_DIFFER_MS) faults.push(`${name}: attempt ${index + 2} was ${-lateMs.toFixed(0)} ms early`);
    });
  }

  for (const pair of byPair.keys()) faults.push(`${pair}: came, and is not in the database`);
  endpoints.forEach((id, index) => {
    const count = counts.get(id) ?? 0;
    if (index !== removed.endpoint && count !== recorded?.changes) {
      faults.push(`endpoint ${index} has ${count} deliveries of ${recorded?.changes} changes`);
    }
  });
  for (const [name, { endpoint, at }] of Object.entries({ disabled, removed })) {
    const after = requests.filter((one) => one.endpoint === endpoint && one.at > at + ON_THE_WIRE_MS);
    if (after.length > 0) faults.push(`endpoint ${endpoint} was ${name}, and got ${after.length} requests after that`);
  }
  const gone = new Map<string, number>();
  for (const one of requests) {
    const of = `${one.endpoint} ${one.eventId}`;
    const since = gone.get(of);
    if (!one.withdrawn && since !== undefined && one.at > since + ON_THE_WIRE_MS) {
      faults.push(`${one.deliveryId} came ${(one.at - since).toFixed(0)} ms after the withdrawal of its event`);
    }
    if (one.withdrawn && !one.failed && since === undefined) gone.set(of, one.at);
  }
  return {
    faults,
    summary:
      `${recorded?.changes} changes to ${endpoints.length} endpoints: ${JSON.stringify(states)}; ${requests.length} requests, ${repeats} of them ` +
      `repeats of an attempt (${resent} attempts were claimed again); ${late.length} retries, late by ${median(late).toFixed(0)} ms at the ` +
      `median and ${percentile(late, 0.99).toFixed(0)} at p99; ${gone.size} withdrawals were taken`,
  };
}
