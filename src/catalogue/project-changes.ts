import { recordEventChanges } from '../changes/record-event-changes.js';
import { groupBy } from '../core/group-by.js';
import { isSoldOut } from '../listings/rules/availability.js';
import type { SourceEvent } from '../listings/rules/event-document.js';
import { statusForStock } from '../listings/rules/event-status.js';
import { lastStamp, withdrawalStamps } from '../listings/rules/withdrawal-stamps.js';
import { applyCountChanges } from '../listings/sql/listing-count-changes.js';
import {
  addWords,
  clearDue,
  deleteListings,
  dueListings,
  hasWork,
  linkPerformers,
  lockStamp,
  readCurrentListings,
  refreshDocuments,
  upsertListings,
  writeStamp,
} from '../listings/sql/listing-writes.js';
import { insertWithdrawals } from '../listings/sql/withdrawals.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { retryLater } from '../platform/jobs/count-failure.js';
import { enqueueTraced, type TracedMessage, takeTraced } from '../platform/outbox/messages.js';
import type { StoredTrace } from '../platform/traces/trace-context.js';
import { buildListing } from './build-listing.js';
import { type BatchPlan, emptyPlan, planHidden, planShown } from './plan-batch.js';
import {
  type DerivedStatus,
  lockFree,
  readSourceEvents,
  readTicketTypes,
  type SourceTicketType,
  writeStatuses,
} from './sql/source-events.js';

/** Messages per transaction. */
const BATCH = 500;
/** Documents sent to the database while the rest of the batch is built. */
const AHEAD = 100;

/**
 * Updates the read model for touched events, and for events whose `due_at` has come, until none are left. Changes get
 * their `updated_at` in the order of their visibility, and are recorded for the fan-out in the same transactions.
 *
 * @returns how many events were checked.
 */
export async function projectChanges(ctx: Context): Promise<{ events: number }> {
  let events = 0;
  while (await hasWork(ctx.sql, ctx.clock.now())) {
    const batch = await ctx.sql
      .begin((tx) => projectBatch(ctx, tx))
      .catch((err: unknown) => {
        ctx.foldedLog.log('warn', 'projection', { err }, 'a batch of listings failed: its events are built one by one');
        return ctx.sql.begin((tx) => projectApart(ctx, tx));
      });
    events += batch.events;
    // A batch of events that are all locked is retried later, not at once.
    if (!batch.full || batch.events === 0) break;
  }
  return { events };
}

interface Batch {
  last: Date;
  now: Date;
  ids: string[];
  messages: TracedMessage[];
  /** One change stands for all that touched its event since the last: it is traced to the last call of them. */
  traces: Map<string, StoredTrace>;
  full: boolean;
}

/** Takes the messages of a batch, and the events that are due. */
async function takeBatch(ctx: Context, tx: Transaction): Promise<Batch> {
  // Sent together, run one after the other: the stamp is locked first.
  const [last, messages] = await Promise.all([lockStamp(tx), takeTraced(tx, 'event.touched', BATCH)]);
  const now = ctx.clock.now();
  const due = await dueListings(tx, now, BATCH - messages.length);
  const ids = [...new Set([...messages.map(({ key }) => key), ...due])];
  const traces = new Map(
    messages.flatMap((message) => ((message.requestId ?? message.traceparent) ? [[message.key, message]] : [])),
  );
  return { last, now, ids, messages, traces, full: messages.length + due.length === BATCH };
}

async function projectBatch(ctx: Context, tx: Transaction): Promise<{ events: number; full: boolean }> {
  const { ids, now, last, traces, full } = await takeBatch(ctx, tx);
  if (ids.length === 0) return { events: 0, full };
  const { deferred } = await projectEvents(tx, { ids, now, last, whole: false, traces });
  return { events: ids.length - deferred, full };
}

/**
 * Projects the events of a batch one by one. An event that cannot be built does not delay others, and is set aside
 * after some hours.
 */
async function projectApart(ctx: Context, tx: Transaction): Promise<{ events: number; full: boolean }> {
  const { ids, now, traces, messages, full } = await takeBatch(ctx, tx);
  let events = 0;
  for (const id of ids) {
    try {
      await tx.savepoint(async (part) => {
        await projectEvents(part, { ids: [id], now, last: await lockStamp(part), whole: false, traces });
      });
      events += 1;
    } catch (error) {
      const own = messages.filter(({ key }) => key === id);
      const failures = 1 + Math.max(0, ...own.map(({ attempts }) => attempts));
      const since = own[0]?.createdAt ?? now;
      await clearDue(tx, id);
      await retryLater(ctx, tx, { job: 'listings', topic: 'event.touched', subject: id, since, failures, error });
      ctx.log.error({ eventId: id, failures, err: error }, 'the listing of an event cannot be built');
    }
  }
  return { events, full };
}

export interface EventsToProject {
  /** Each once. */
  ids: readonly string[];
  now: Date;
  /** The last stamp given out, as `lockStamp` answers it: its row is locked. */
  last: Date;
  /** Rewrite every column, even if partners see no difference: after a change of the read model. */
  whole: boolean;
  /** The call that touched an event last. */
  traces?: ReadonlyMap<string, StoredTrace>;
}

/**
 * Updates the listings of these events, in a transaction that has locked the stamp.
 *
 * @returns how many changed for partners, and how many were locked and are queued again.
 */
export async function projectEvents(
  tx: Transaction,
  { ids, now, last, whole, traces }: EventsToProject,
): Promise<{ changed: number; deferred: number }> {
  const stamp = new Date(Math.max(now.getTime(), last.getTime() + 1));
  const [truth, types, present] = await Promise.all([
    readSourceEvents(tx, ids),
    readTicketTypes(tx, ids),
    readCurrentListings(tx, ids),
  ]);
  const typesOf = groupBy(types, ({ eventId }) => eventId);
  const deferred = await settleStatuses(tx, truth, typesOf);
  const shown = new Map(truth.filter((event) => event.shared).map((event) => [event.id, event]));
  const before = new Map(present.map((listing) => [listing.eventId, listing]));

  const plan = emptyPlan(withdrawalStamps(stamp, now, ids.length));
  const writes: Promise<void>[] = [];
  for (const id of ids) {
    if (deferred.has(id)) continue;
    const event = shown.get(id);
    const listing = before.get(id);
    if (event) planShown(plan, buildListing(event, typesOf.get(id) ?? [], now), listing, { whole });
    else if (listing) planHidden(plan, listing);
    if (plan.upserts.length === AHEAD) {
      writes.push(writeAhead(tx, plan));
      await new Promise(setImmediate);
    }
  }
  await Promise.all(writes);
  for (const change of plan.changes) change.trace = traces?.get(change.eventId);
  await writeBatch(tx, plan, now);
  const again = [...deferred].map((key) => ({ key, trace: traces?.get(key) }));
  await enqueueTraced(tx, 'event.touched', again, now);
  return { changed: plan.changes.length, deferred: deferred.size };
}

/** Sends the planned writes, so that the database works while the next documents are built. */
function writeAhead(tx: Transaction, plan: BatchPlan): Promise<void> {
  const write = upsertListings(tx, plan.upserts.splice(0));
  // A failure is thrown when it is awaited later; until then it must not end the process.
  write.catch(() => {});
  return write;
}

/**
 * Writes the statuses that follow from the stock, also into the rows read. Events locked by other transactions are left
 * for the next batch: waiting for them would delay everybody's stamps.
 */
async function settleStatuses(
  tx: Transaction,
  truth: SourceEvent[],
  typesOf: ReadonlyMap<string, SourceTicketType[]>,
): Promise<Set<string>> {
  const derived = truth.flatMap((event): DerivedStatus[] => {
    const types = typesOf.get(event.id) ?? [];
    if (types.length === 0) return [];
    const state = statusForStock(event.status, event.statusBeforeSoldOut, isSoldOut(types));
    return state.status === event.status ? [] : [{ id: event.id, from: event.status, ...state }];
  });
  const free = await lockFree(
    tx,
    derived.map((row) => row.id),
  );
  const written = await writeStatuses(
    tx,
    derived.filter((row) => free.has(row.id)),
  );
  const states = new Map(derived.filter((row) => written.has(row.id)).map((row) => [row.id, row]));
  for (const event of truth) {
    const state = states.get(event.id);
    if (!state) continue;
    event.status = state.status;
    event.statusBeforeSoldOut = state.statusBeforeSoldOut;
  }
  return new Set(derived.filter((row) => !written.has(row.id)).map((row) => row.id));
}

async function writeBatch(tx: Transaction, plan: BatchPlan, now: Date): Promise<void> {
  await Promise.all([
    upsertListings(tx, plan.upserts),
    refreshDocuments(tx, plan.refreshes),
    deleteListings(tx, plan.deletes),
    linkPerformers(tx, plan.relinked, plan.links),
    addWords(tx, [...plan.words]),
    applyCountChanges(tx, plan.counts),
    insertWithdrawals(tx, plan.stamps, plan.withdrawals),
  ]);
  if (plan.changes.length === 0) return;
  await Promise.all([
    recordEventChanges(tx, plan.changes, now),
    writeStamp(tx, lastStamp(plan.stamps, plan.withdrawals.length)),
  ]);
}
