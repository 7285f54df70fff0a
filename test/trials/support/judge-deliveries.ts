import { median, percentile } from '../../../bench/support/report.js';
import { groupBy } from '../../../src/core/group-by.js';
import { SECOND } from '../../../src/core/time.js';
import { PLACES } from '../../../src/deliveries/rules/fairness.js';
import { delayAfterFailure } from '../../../src/deliveries/rules/retry-schedule.js';
import type { ChaosRequest } from './chaos-receiver.js';

/** An endpoint by its number, and when the call that switched it had answered, in milliseconds since 1970. */
export interface Switched {
  what: 'disabled' | 'removed';
  endpoint: number;
  at: number;
}

/** A delivery as the database has it in the end. */
export interface EndedDelivery {
  id: string;
  changeId: string;
  endpointId: string;
  state: string;
  /** A later change withdraws the same event. */
  withdrawn: boolean;
  /** By number, from the first; instants in milliseconds since 1970. */
  attempts: { sends: number; startedAt: number; finishedAt: number | null }[];
}

/** A receiver's requests, and the database's records of them. */
export interface Seen {
  requests: readonly ChaosRequest[];
  deliveries: readonly EndedDelivery[];
  /** Their ids, by number. */
  endpoints: readonly string[];
  changes: number;
  switched: readonly Switched[];
}

/** The time of requests on the wire. */
const ON_THE_WIRE_MS = SECOND;
/** The difference of the database's clock between two processes. */
const CLOCKS_DIFFER_MS = 500;

/**
 * Compares a receiver's requests with the database's records: each delivery ended as it must, with one id and the same
 * bytes; no retry was early; never more than eight were under way to one endpoint; nothing was sent after a withdrawal,
 * or to an endpoint that was disabled or removed.
 */
export function judgeDeliveries(seen: Seen): { faults: string[]; summary: string } {
  const { requests, deliveries, endpoints, changes, switched } = seen;
  const faults: string[] = [];
  const inOrder = [...requests].sort((a, b) => a.at - b.at);
  const byPair = groupBy(inOrder, ({ endpoint, changeId }) => `${endpoints[endpoint]} ${changeId}`);
  const counts = new Map<string, number>();
  const states: Record<string, number> = {};
  const late: number[] = [];
  let repeats = 0;
  let resent = 0;

  for (const row of deliveries) {
    const pair = `${row.endpointId} ${row.changeId}`;
    const got = byPair.get(pair) ?? [];
    byPair.delete(pair);
    counts.set(row.endpointId, (counts.get(row.endpointId) ?? 0) + 1);
    states[row.state] = (states[row.state] ?? 0) + 1;
    const endpoint = endpoints.indexOf(row.endpointId);
    const name = `${row.id} (endpoint ${endpoint}, ${row.state})`;
    const ends = endsOf(row, switched.find((operation) => operation.endpoint === endpoint)?.what);
    if (!ends.includes(row.state)) faults.push(`${name} did not end as ${ends.join(' or ')}`);
    if (row.state === 'delivered' && !got.some((request) => !request.failed)) faults.push(`${name} was never taken`);
    if (got.some((request) => request.deliveryId !== row.id)) faults.push(`${name} came with other ids`);
    if (new Set(got.map((request) => request.body)).size > 1) faults.push(`${name} came with different bytes`);
    const sends = row.attempts.reduce((sum, attempt) => sum + attempt.sends, 0);
    if (got.length > sends) faults.push(`${name} came ${got.length} times, and ${sends} sends are written down`);
    repeats += Math.max(0, got.length - row.attempts.length);
    resent += sends - row.attempts.length;
    const lateness = latenessOf(row, got);
    late.push(...lateness.map((retry) => retry.ms));
    for (const { attempt, earlyMs } of lateness) {
      if (earlyMs > CLOCKS_DIFFER_MS) faults.push(`${name}: attempt ${attempt} was ${earlyMs.toFixed(0)} ms early`);
    }
  }

  for (const pair of byPair.keys()) faults.push(`${pair}: came, and is not in the database`);
  endpoints.forEach((id, index) => {
    const count = counts.get(id) ?? 0;
    const isRemoved = switched.some((operation) => operation.what === 'removed' && operation.endpoint === index);
    if (!isRemoved && count !== changes) faults.push(`endpoint ${index} has ${count} deliveries of ${changes} changes`);
    const most = Math.max(
      0,
      ...requests.filter((request) => request.endpoint === index).map((request) => request.underWay),
    );
    if (most > PLACES) faults.push(`endpoint ${index} had ${most} under way at once`);
  });
  for (const { what, endpoint, at } of switched) {
    const after = requests.filter((request) => request.endpoint === endpoint && request.at > at + ON_THE_WIRE_MS);
    const last = Math.max(...after.map((request) => request.at)) - at;
    if (after.length > 0) {
      faults.push(`endpoint ${endpoint} was ${what}, and got ${after.length} requests up to ${last} ms after that`);
    }
  }
  const { taken, after } = afterWithdrawals(requests);
  faults.push(...after);
  return {
    faults,
    summary:
      `${changes} changes to ${endpoints.length} endpoints: ${JSON.stringify(states)}; ${requests.length} requests, ${repeats} of them ` +
      `repeats of an attempt (${resent} attempts were claimed again); ${tellLateness(late)}; ${taken} withdrawals came`,
  };
}

function tellLateness(late: number[]): string {
  if (late.length === 0) return 'no retries';
  const [middle, most] = [median(late), percentile(late, 0.99)].map((ms) => ms.toFixed(0));
  return `${late.length} retries, late by ${middle} ms at the median, ${most} at p99 and ${Math.max(...late).toFixed(0)} at most`;
}

/** Its permitted final states. */
function endsOf({ withdrawn }: EndedDelivery, switched: Switched['what'] | undefined): string[] {
  const ends = ['delivered'];
  if (withdrawn) ends.push('superseded');
  if (switched === 'disabled') ends.push('held');
  if (switched === 'removed') ends.push('stopped');
  return ends;
}

interface Lateness {
  attempt: number;
  ms: number;
  earlyMs: number;
}

/**
 * How late each retry came. If each attempt came once, by the receiver's times. If a crash repeated an attempt, a request after the
 * recorded end of an attempt belongs to the next attempt. A retry also counts as early if the recorded times say so.
 */
function latenessOf({ attempts }: EndedDelivery, got: readonly ChaosRequest[]): Lateness[] {
  return attempts.slice(1).map(({ startedAt }, index) => {
    const delay = delayAfterFailure(index + 1) ?? 0;
    const ended = attempts[index]?.finishedAt ?? 0;
    const cameOnce = got.length === attempts.length;
    const since = cameOnce ? (got[index]?.at ?? 0) : ended;
    const came = cameOnce ? got[index + 1] : got.find((request) => request.at > ended + CLOCKS_DIFFER_MS);
    const ms = (came ? came.at - since : startedAt - ended) - delay;
    return { attempt: index + 2, ms, earlyMs: Math.max(-ms, delay - (startedAt - ended)) };
  });
}

/** Events whose withdrawal an endpoint got, and later requests about them. */
function afterWithdrawals(requests: readonly ChaosRequest[]): { taken: number; after: string[] } {
  const gone = new Map<string, number>();
  const after: string[] = [];
  for (const request of [...requests].sort((a, b) => a.at - b.at)) {
    const of = `${request.endpoint} ${request.eventId}`;
    const since = gone.get(of);
    if (request.withdrawn) gone.set(of, since ?? request.at);
    else if (since !== undefined && request.at > since + ON_THE_WIRE_MS) {
      after.push(`${request.deliveryId} came ${request.at - since} ms after the withdrawal of its event`);
    }
  }
  return { taken: gone.size, after };
}
