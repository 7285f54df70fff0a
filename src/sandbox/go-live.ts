import { listKeys } from '../access/keys.js';
import type { Id } from '../core/ids.js';
import { findAnswered, findReceivesEvents } from '../deliveries/sql/delivery-log.js';
import { findFirstTestOrder } from '../orders/sql/orders.js';
import type { Context } from '../platform/context/context.js';
import { findPatienceRow, findReplayRow } from '../requests/sql/requests.js';
import { GO_LIVE_FACTS, type GoLiveFact, keepFact, listFacts, listUnfinished } from './sql/go-live.js';

const BATCH = 100;

export interface GoLiveItem {
  fact: GoLiveFact;
  done: boolean;
  /** When it was first seen. */
  seenAt: Date | null;
}

/** Where each fact is seen. Nothing is ticked by a person. */
const SEEN: Record<GoLiveFact, (ctx: Context, companyId: Id<'company'>) => Promise<Date | null>> = {
  test_order: (ctx, companyId) => findFirstTestOrder(ctx.sql, companyId),
  webhook_verified: (ctx, companyId) => findAnswered(ctx.sql, companyId, { withdrawals: false }),
  order_repeated: (ctx, companyId) => findReplayRow(ctx.sql, companyId),
  limit_respected: (ctx, companyId) => findPatienceRow(ctx.sql, companyId),
  withdrawal_received: (ctx, companyId) => findAnswered(ctx.sql, companyId, { withdrawals: true }),
  keys_guarded: async (ctx, companyId) => ((await areKeysGuarded(ctx, companyId)) ? ctx.clock.now() : null),
};

/** Whether there is a live server key, and each is tied to networks or certificates. */
async function areKeysGuarded(ctx: Context, companyId: Id<'company'>): Promise<boolean> {
  const keys = (await listKeys(ctx, companyId)).filter(
    ({ kind, revokedAt }) => kind === 'server' && revokedAt === null,
  );
  return keys.length > 0 && keys.every(({ networks, certificates }) => networks + certificates > 0);
}

/** Looks for the open steps of a company's integration, and stores the found ones: their traces are deleted after days. */
export async function noteGoLive(ctx: Context, companyId: Id<'company'>): Promise<Map<GoLiveFact, Date>> {
  const facts = await listFacts(ctx.sql, companyId);
  for (const fact of GO_LIVE_FACTS) {
    if (facts.has(fact)) continue;
    const at = await SEEN[fact](ctx, companyId);
    if (!at) continue;
    await keepFact(ctx.sql, companyId, fact, at);
    facts.set(fact, at);
  }
  return facts;
}

/**
 * The checklist of a company, in a helpful order. Steps about removed guards are open again. Withdrawals are no step of a company whose
 * webhooks receive no events.
 */
export async function getGoLive(ctx: Context, companyId: Id<'company'>): Promise<GoLiveItem[]> {
  const facts = await noteGoLive(ctx, companyId);
  const guarded = await areKeysGuarded(ctx, companyId);
  const withoutEvents = (await findReceivesEvents(ctx.sql, companyId)) === false;
  const asked = GO_LIVE_FACTS.filter((fact) => fact !== 'withdrawal_received' || facts.has(fact) || !withoutEvents);
  return asked.map((fact) => {
    const seenAt = facts.get(fact) ?? null;
    const done = fact === 'keys_guarded' ? guarded : seenAt !== null;
    return { fact, done, seenAt: done ? seenAt : null };
  });
}

/** Looks at every company that is not through the checklist. */
export async function noteAllGoLive(ctx: Context): Promise<{ companies: number }> {
  let companies = 0;
  for (let after = ''; ; ) {
    const batch = await listUnfinished(ctx.sql, after, BATCH);
    for (const companyId of batch) await noteGoLive(ctx, companyId);
    companies += batch.length;
    if (batch.length < BATCH) return { companies };
    after = batch.at(-1) ?? '';
  }
}
