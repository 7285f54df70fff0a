import { getDelivery } from '../../../src/deliveries/list-deliveries.js';
import { Sender } from '../../../src/deliveries/sender/sender.js';
import type { Context } from '../../../src/platform/context/context.js';
import { waitFor } from '../wait-for.js';

/** Takes its shards and claims from every sender, as if they were killed: the next one has them at once. */
export async function forgetSenders({ sql }: Context): Promise<void> {
  await sql`UPDATE sender_shards SET holder = NULL, held_until = NULL`;
  await sql`DELETE FROM senders`;
  await sql`UPDATE delivery_attempts SET claimed_until = now() WHERE claimed_until IS NOT NULL`;
}

/** Releases the retries that are due, as the workflows of their endpoints do. */
export async function releaseRetries({ sql, clock }: Context): Promise<void> {
  await sql`UPDATE delivery_endpoints SET retries_until = ${clock.now()}`;
}

/** Has its own, only sender make the due attempts. @returns the delivery once this has changed it. */
export async function attempted(ctx: Context, id: string): Promise<Awaited<ReturnType<typeof getDelivery>>> {
  const stands = async () => {
    const { state, run, attempt } = await getDelivery(ctx, id);
    return `${state} ${run} ${attempt}`;
  };
  const before = await stands();
  await forgetSenders(ctx);
  await releaseRetries(ctx);
  const sender = new Sender(ctx);
  sender.look();
  try {
    await waitFor(async () => (await stands()) !== before, { what: `an end of what is due of ${id}` });
  } finally {
    await sender.stop();
  }
  return getDelivery(ctx, id);
}
