import type { Context } from '../context/context.js';
import type { Drain } from '../outbox/drain.js';
import { createDrain } from '../outbox/drain-messages.js';
import type { TemporalClient } from '../temporal/client.js';
import { startOrDo } from '../temporal/start-or-do.js';
import { sendMail } from './send-mail.js';
import { startMailDelivery } from './start-mail-delivery.js';

/** What mail does with the outbox: each queued mail gets its workflow; while Temporal takes none, it is sent here. */
export function createMailDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async () => {
    const send = startOrDo(ctx);
    return (mailId: string) =>
      send(
        () => startMailDelivery(temporal, mailId),
        () => sendMail(ctx, mailId),
      );
  };
  return [createDrain(ctx, { topic: 'mail.queued', prepare })];
}
