import type { Context } from '../context/context.js';
import type { Drain } from '../outbox/drain.js';
import { createDrain } from '../outbox/drain-messages.js';
import type { TemporalClient } from '../temporal/client.js';
import { startMailDelivery } from './start-mail-delivery.js';

/** What mail does with the outbox: each queued mail gets its workflow. */
export function createMailDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async () => (mailId: string) => startMailDelivery(temporal, mailId);
  return [createDrain(ctx, { topic: 'mail.queued', prepare })];
}
