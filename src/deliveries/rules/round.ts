import type { Outcome } from '../../core/outcomes.js';
import { MAX_ATTEMPTS } from './retry-schedule.js';

/** The least time between the beginnings of two rounds of an endpoint, in milliseconds. */
export const ROUND_EVERY_MS = 5_000;

/** `retrying`: takes some. `failing`: only fails. `probed`: gets only probes. `closed`: endpoint, key or company is off. */
export const ENDPOINT_STATES = ['retrying', 'failing', 'probed', 'closed'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** @param endpoint.open it, its key and its company are in use. */
export function stateOf(endpoint: { open: boolean; probed: boolean; failingSince: Date | null }): EndpointState {
  if (!endpoint.open) return 'closed';
  if (endpoint.probed) return 'probed';
  return endpoint.failingSince === null ? 'retrying' : 'failing';
}

/** How many wait for which attempt, or how many attempts ended how. */
export interface WaitingCount {
  /** 2 to 8. */
  attempt: number;
  count: number;
}

export interface OutcomeCount extends WaitingCount {
  outcome: Outcome;
}

/** The waiting retries of an endpoint, and its state. Instants are ISO, by the database's clock. */
export interface EndpointStatus {
  /** A name for people: kind, company and host. */
  of: string;
  /** When this was read. */
  at: string;
  state: EndpointState;
  waiting: WaitingCount[];
  /** When the first of them is due, and in how many milliseconds (0: it is); null: nothing waits. */
  next: { at: string; waitMs: number; attempt: number } | null;
  /** Since when it only fails, as what, and when it will be disabled for it. */
  failing: { since: string; as: string | null; disabledAt: string } | null;
  /** Ids of some deliveries that wait, the oldest first. */
  oldest: string[];
  /** The oldest delivery's page of the dashboard; absent when none waits. */
  page?: string;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** How a round went: `attempt 2 of 8: 97 of 100 failed, http_5xx; attempt 3 of 8: 1 of 1 failed, timeout`. */
export function roundText(ended: readonly OutcomeCount[]): string {
  if (ended.length === 0) return 'no attempt ended';
  const attempts = [...new Set(ended.map((row) => row.attempt))].sort((a, b) => a - b);
  return attempts.map((attempt) => attemptText(ended.filter((row) => row.attempt === attempt))).join('; ');
}

function attemptText(ended: readonly OutcomeCount[]): string {
  const [first] = ended;
  const total = sum(ended);
  const failures = ended.filter((row) => row.outcome !== 'ok').sort((a, b) => b.count - a.count);
  const failed = sum(failures);
  const name = `attempt ${first?.attempt} of ${MAX_ATTEMPTS}`;
  if (failed === 0) return `${name}: ${total} delivered`;
  const causes = failures.map((failure) =>
    failures.length === 1 ? failure.outcome : `${failure.count} ${failure.outcome}`,
  );
  return `${name}: ${failed} of ${total} failed, ${causes.join(', ')}`;
}

export function waitText({ next }: EndpointStatus, ended: readonly OutcomeCount[] | null): string {
  const following = next === null ? 'nothing waits' : `next at ${next.at.slice(11, 19)}`;
  return ended === null ? following : `${roundText(ended)}; ${following}`;
}

export function dueText({ next }: EndpointStatus): string {
  return next === null
    ? 'nothing is due'
    : `attempt ${next.attempt} of ${MAX_ATTEMPTS}, due at ${next.at.slice(11, 19)}`;
}

/** The description of the workflow for operators, as Markdown. */
export function statusText(
  standing: EndpointStatus,
  given: { ended: readonly OutcomeCount[] | null; command: string | null },
): string {
  const { state, waiting, next, failing, oldest } = standing;
  const then = next === null ? '' : ` The next is due at ${second(next.at)} UTC.`;
  const lines = [`${standing.of}, at ${second(standing.at)} UTC:`, `${waitingText(waiting)}${then}`];
  if (failing) {
    const as = failing.as === null ? '' : ` (${failing.as})`;
    const day = DAYS[new Date(failing.disabledAt).getUTCDay()];
    lines.push(
      `Only failures since ${minute(failing.since)} UTC${as}. It would be disabled on ${day} ${minute(failing.disabledAt)} UTC.`,
    );
  }
  if (state !== 'failing') lines.push(STATE_TEXT[state]);
  if (given.ended !== null) lines.push(`Last round: ${roundText(given.ended)}.`);
  if (given.command !== null) lines.push(`Last signal: ${given.command}.`);
  if (oldest.length > 0) lines.push(`Oldest waiting: ${oldest.join(', ')}.`);
  if (standing.page !== undefined) lines.push(`The oldest with its attempts: ${standing.page}`);
  lines.push(
    'A delivery with its attempts: `partner-events delivery show dlv_…`',
    'Signals: `retryNow` or `stop` with input `"dlv_…"`; `retryNow` without input for all that wait',
  );
  return lines.join('\n\n');
}

const STATE_TEXT = {
  retrying: 'The endpoint takes some deliveries.',
  probed: 'A hundred or more failed in a row: it gets one first attempt every five seconds until it takes one.',
  closed: 'Nothing is sent: the endpoint is disabled or removed, its key revoked or its company suspended.',
} as const;

function waitingText(waiting: readonly WaitingCount[]): string {
  const [first, ...others] = waiting;
  if (!first) return 'Nothing waits.';
  const parts = [`${first.count} for attempt ${first.attempt} of ${MAX_ATTEMPTS}`];
  for (const other of others) parts.push(`${other.count} for attempt ${other.attempt}`);
  return `${sum(waiting)} waiting: ${parts.join(', ')}.`;
}

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, row) => total + row.count, 0);

/** `2026-11-27 14:00`. */
const minute = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** `2026-11-27 14:06:10`. */
const second = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
