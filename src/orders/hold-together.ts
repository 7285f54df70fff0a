import postgres from 'postgres';
import { groupBy } from '../core/group-by.js';
import { HOLD_MINUTES } from '../platform/config/environment.js';
import type { Context } from '../platform/context/context.js';
import { type GroupCommit, groupCommit } from '../platform/process/group-commit.js';
import { type HoldRequest, type HoldTerms, type HoldTimes, holdTickets } from './sql/ticket-holds.js';

declare module '../platform/context/context.js' {
  interface Memory {
    /** Orders that wait to be written. */
    holdQueue: GroupCommit<QueuedHold, Held | null>;
  }
}

/** Concurrent statements. */
const MAX_RUNNING = 4;
/** Maximum orders per statement: beyond this, waiting costs more than another round trip. */
const MAX_BATCH = 64;
/** The share of a hold that the payment page's session lasts: it ends two minutes earlier. Partners see this end. */
const SESSION_SHARE = 30 / HOLD_MINUTES;
/** SQLSTATE of a second order under one Idempotency-Key. */
const UNIQUE_VIOLATION = '23505';

interface QueuedHold {
  ctx: Context;
  terms: HoldTerms;
  request: HoldRequest;
}

interface Held {
  unitTotalMinor: number;
  currency: string;
  times: HoldTimes;
  updatedAt: Date;
}

/** The result for the orders of one ticket type: all of them were written, or none. */
interface Written {
  /** False: another transaction had locked the ticket type. */
  reached: boolean;
  held: Held | null;
}

const nameOf = ({ eventId, ticketTypeId }: Pick<HoldRequest, 'eventId' | 'ticketTypeId'>) =>
  `${eventId} ${ticketTypeId}`;

/** Holds the tickets of an order; null when they could not be held. */
export function queueHold(order: QueuedHold): Promise<Held | null> {
  return order.ctx.memory.holdQueue.add(order);
}

/**
 * Orders of the same terms share a statement: a hot row is locked and committed once for many orders, and a hundred
 * ticket types share a round trip. A ticket type is in one statement at a time. A ticket type that is locked, or has too
 * few tickets, is handled separately and delays no other.
 */
export function createHoldQueue(): GroupCommit<QueuedHold, Held | null> {
  return groupCommit({
    write: holdTogether,
    maxBatch: MAX_BATCH,
    maxRunning: MAX_RUNNING,
    keyOf: ({ request }) => nameOf(request),
    groupOf: ({ terms }) => JSON.stringify(terms),
  });
}

async function holdTogether(orders: QueuedHold[]): Promise<(Held | null | Promise<Held | null>)[]> {
  const written = await write(orders, { wait: false });
  const byTicketType = groupBy(orders, ({ request }) => nameOf(request));
  return [...byTicketType].flatMap(([name, same]) => settle(same, written.get(name)));
}

/** The orders of one ticket type, in their order. */
function settle(orders: QueuedHold[], first: Written | undefined): (Held | null | Promise<Held | null>)[] {
  const held = first?.held ?? null;
  if (held || (first?.reached && orders.length === 1)) return orders.map(() => held);
  const retried = first?.reached ? Promise.resolve(null) : holdWaiting(orders);
  const results = retried.then((held) => (held || orders.length === 1 ? orders.map(() => held) : holdApart(orders)));
  return orders.map((_, i) => results.then((all) => all[i] ?? null));
}

/** Waits for the ticket type's lock. */
async function holdWaiting(orders: QueuedHold[]): Promise<Held | null> {
  const [written] = (await write(orders, { wait: true })).values();
  return written?.held ?? null;
}

/**
 * When stock is low, or keys repeat, each order has its own result. One after another; once one is refused, the rest
 * probably are too, and go at once: refusals do not contend for the row.
 */
function holdApart(orders: QueuedHold[]): Promise<Held | null>[] {
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  let previous: Promise<void> = Promise.resolve();
  return orders.map((order) => {
    const result = Promise.race([previous, refused]).then(() => holdWaiting([order]));
    previous = result.then((held) => (held ? undefined : refuse()), refuse);
    return result;
  });
}

/** Writes orders of the same terms in one statement. Without `wait` it skips ticket types that are locked. */
async function write(orders: QueuedHold[], options: { wait: boolean }): Promise<Map<string, Written>> {
  const [first] = orders;
  if (!first) return new Map();
  const { ctx, terms } = first;
  const now = ctx.clock.now();
  const { holdMs } = ctx.config;
  const times = { now, expiresAt: after(now, holdMs * SESSION_SHARE), holdUntil: after(now, holdMs) };
  const requests = orders.map(({ request }) => request);
  try {
    const outcomes = await holdTickets(ctx.sql, terms, times, requests, options);
    return new Map(
      outcomes.map(({ eventId, ticketTypeId, reached, unitTotalMinor, currency, updatedAt }) => {
        const isHeld = unitTotalMinor !== null && currency !== null && updatedAt !== null;
        const held = isHeld ? { unitTotalMinor, currency, times, updatedAt } : null;
        return [nameOf({ eventId, ticketTypeId }), { reached, held }];
      }),
    );
  } catch (error) {
    // A key was used concurrently: nothing was written.
    if (error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION) return new Map();
    throw error;
  }
}

function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
