import postgres from 'postgres';
import { groupBy } from '../core/group-by.js';
import { HOLD_MINUTES } from '../platform/config/environment.js';
import type { Context } from '../platform/context/context.js';
import { type GroupCommit, groupCommit } from '../platform/process/group-commit.js';
import { type HoldRequest, type HoldTerms, type HoldTimes, holdTickets } from './sql/ticket-holds.js';

declare module '../platform/context/context.js' {
  interface Memory {
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
  totalMinor: number;
  currency: string;
  times: HoldTimes;
  updatedAt: Date;
}

interface Written {
  /** False: another transaction had locked a ticket type of the order. */
  reached: boolean;
  held: Held | null;
}

/** Holds the tickets of an order; null when they could not be held. */
export function queueHold(order: QueuedHold): Promise<Held | null> {
  return order.ctx.memory.holdQueue.add(order);
}

/**
 * Orders of the same terms share a statement: a hot row is locked and committed once for many orders, and a hundred
 * ticket types share a round trip. A ticket type is in one statement at a time. A ticket type that is locked, or has too
 * few tickets, is handled separately and delays no other. An order for several ticket types has a statement of its own.
 */
export function createHoldQueue(): GroupCommit<QueuedHold, Held | null> {
  return groupCommit({
    write: holdTogether,
    maxBatch: MAX_BATCH,
    maxRunning: MAX_RUNNING,
    keyOf: ({ request }) => request.unit,
    groupOf: ({ terms, request }) => JSON.stringify([terms, request.lines.length > 1 && request.unit]),
  });
}

async function holdTogether(orders: QueuedHold[]): Promise<(Held | null | Promise<Held | null>)[]> {
  const written = await write(orders, { wait: false });
  const units = groupBy(orders, ({ request }) => request.unit);
  return [...units.values()].flatMap((same) => settle(same, written));
}

/** The orders of one unit, in their order. */
function settle(orders: QueuedHold[], written: Map<string, Written>): (Held | null | Promise<Held | null>)[] {
  const [first] = orders;
  const { held = null, reached = false } = written.get(first?.request.orderId ?? '') ?? {};
  if (held || (reached && orders.length === 1)) return heldOf(orders, written);
  const results = (reached ? Promise.resolve(orders.map(() => null)) : holdWaiting(orders)).then((all) =>
    all[0] || orders.length === 1 ? all : holdApart(orders),
  );
  return orders.map((_, i) => results.then((all) => all[i] ?? null));
}

const heldOf = (orders: QueuedHold[], written: Map<string, Written>) =>
  orders.map(({ request }) => written.get(request.orderId)?.held ?? null);

/** Holds the orders of one unit, all or none; waits for the locks of its ticket types. */
async function holdWaiting(orders: QueuedHold[]): Promise<(Held | null)[]> {
  return heldOf(orders, await write(orders, { wait: true }));
}

/** Low stock or repeated keys: each order has its own result. After a refusal the rest go at once: refusals do not contend. */
function holdApart(orders: QueuedHold[]): Promise<Held | null>[] {
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  let previous: Promise<void> = Promise.resolve();
  return orders.map((order) => {
    const result = Promise.race([previous, refused]).then(async () => (await holdWaiting([order]))[0] ?? null);
    previous = result.then((held) => (held ? undefined : refuse()), refuse);
    return result;
  });
}

/** Writes orders of the same terms in one statement. Without `wait` it skips orders whose ticket types are locked. @returns by order. */
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
      outcomes.map(({ orderId, reached, totalMinor, currency, updatedAt }) => {
        const isHeld = totalMinor !== null && currency !== null && updatedAt !== null;
        return [orderId, { reached, held: isHeld ? { totalMinor, currency, times, updatedAt } : null }];
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
