import type { Context } from '../platform/context/context.js';
import { allSteps, each } from '../platform/sweeps/each.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { startOrDo } from '../platform/temporal/start-or-do.js';
import { sendLateMail, sendTicketMail } from './send-ticket-mail.js';
import { findUntoldNotices } from './sql/notices.js';
import { countUnsentOrders, findUnsentOrders } from './sql/ticket-mails.js';
import { findDeliveries } from './sql/ticket-orders.js';
import { startEventNotice } from './start-event-notice.js';
import { restartTicketDelivery } from './start-ticket-delivery.js';

/** What the relay and a workflow are given before they count as lost. */
const PATIENCE_MS = 60_000;
/** After so much longer a mail is sent here, whatever runs. */
const LATE_MS = 60_000;
const PAGE = 500;
/** About how often the sweeper runs. */
const SWEEP_EVERY_MS = 60_000;

export interface SweptTickets {
  /** Orders whose delivery was lost. */
  restarted: number;
  /** Changes that buyers are being notified of. */
  notices: number;
}

/**
 * Starts again what was lost: deliveries of mails that are still queued after a
 * minute, and the notices of changes. Those that run are left alone. While Temporal takes no starts, or runs none, an order's next
 * mail is sent here.
 */
export async function sweepTickets(ctx: Context, temporal: TemporalClient): Promise<SweptTickets> {
  const before = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
  const swept: SweptTickets = { restarted: 0, notices: 0 };
  await allSteps(
    async () => {
      swept.restarted = await restartLost(ctx, temporal, before);
      if (swept.restarted > 0)
        ctx.log.warn({ restarted: swept.restarted }, 'ticket deliveries repaired by the sweeper');
    },
    async () => {
      const notices = await findUntoldNotices(ctx.sql, before, PAGE);
      await each(notices, (notice) => startEventNotice(temporal, notice));
      swept.notices = notices.length;
    },
  );
  return swept;
}

/**
 * While a mail server is away, nearly all are only late. So each run checks another share of a few hundred orders, and
 * continues with the next only while most were lost: those that a mail server puts off for days hide no lost one.
 */
async function restartLost(ctx: Context, temporal: TemporalClient, before: Date): Promise<number> {
  const send = startOrDo(ctx);
  const lateBefore = new Date(before.getTime() - LATE_MS);
  const shares = Math.max(1, Math.ceil((await countUnsentOrders(ctx.sql, before)) / PAGE));
  const first = Math.floor(before.getTime() / SWEEP_EVERY_MS);
  let total = 0;
  for (let turn = 0; turn < shares; turn += 1) {
    const unsent = await findUnsentOrders(ctx.sql, before, { nth: (first + turn) % shares, shares });
    let lost = 0;
    await each(await findDeliveries(ctx.sql, unsent), async (order) => {
      const restart = async () => {
        if (await restartTicketDelivery(temporal, order)) lost += 1;
      };
      await send(restart, () => sendTicketMail(ctx, order.id));
      await sendLateMail(ctx, order.id, lateBefore);
    });
    total += lost;
    if (lost < unsent.length / 2) break;
  }
  return total;
}
