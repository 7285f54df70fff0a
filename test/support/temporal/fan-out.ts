import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { continueFanOut, fanOutRecorded } from '../../../src/deliveries/fan-out.js';
import { AGAIN } from '../../../src/platform/jobs/job.js';
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

/** Writes the deliveries of all recorded changes, as the relay does. Returns their ids, oldest change first. */
export async function writeDeliveries(ctx: TestContext): Promise<string[]> {
  const changes = await ctx.sql<{ key: string }[]>`SELECT key FROM outbox WHERE topic = 'change.recorded'`;
  while ((await fanOutRecorded(ctx, { first: true })) > 0);
  for (const { id } of await ctx.sql<{ id: string }[]>`SELECT id FROM fan_outs ORDER BY id`) {
    while ((await continueFanOut(ctx, id)) === AGAIN);
    await ctx.sql`DELETE FROM outbox WHERE topic = 'fan_out.begun' AND key = ${id}`;
  }
  const rows = await ctx.sql<{ id: string }[]>`
    SELECT id FROM deliveries WHERE change_id = ANY (${changes.map(({ key }) => key)}) ORDER BY change_seq, endpoint_id`;
  return rows.map((row) => row.id);
}
