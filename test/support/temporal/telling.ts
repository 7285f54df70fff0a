import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { fanOutPage } from '../../../src/deliveries/former-workflows.js';
import { enqueue, takeMessages } from '../../../src/platform/outbox/messages.js';
import type { TestContext } from '../context.js';

/** Changes events as a service would, and lets partners see it. */
export async function touchEvents(
  ctx: TestContext,
  eventIds: readonly string[],
  change: Record<string, string | number | boolean | Date | null> = {},
): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    if (Object.keys(change).length > 0) {
      await tx`UPDATE events SET ${tx(change)} WHERE id = ANY (${eventIds as string[]})`;
    }
    await enqueue(tx, 'event.touched', eventIds, ctx.clock.now());
  });
  await projectChanges(ctx);
}

/** Ids of the changes recorded since the last call, as the relay would gather them. */
export async function takeChanges(ctx: TestContext): Promise<string[]> {
  return ctx.sql.begin((tx) => takeMessages(tx, 'change.recorded', 1_000));
}

/** Writes the deliveries of all recorded changes, without any workflow. Returns their ids, oldest change first. */
export async function writeDeliveries(ctx: TestContext): Promise<string[]> {
  const changeIds = await takeChanges(ctx);
  for (let after: string | null = ''; after !== null; ) ({ after } = await fanOutPage(ctx, { changeIds, after }));
  const rows = await ctx.sql<{ id: string }[]>`
    SELECT id FROM deliveries WHERE change_id = ANY (${changeIds}) ORDER BY change_seq, endpoint_id`;
  return rows.map((row) => row.id);
}
