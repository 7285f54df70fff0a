import type { Context } from '../context/context.js';
import type { Drain } from '../outbox/drain.js';
import { createDrain } from '../outbox/drain-messages.js';
import type { TemporalClient } from '../temporal/client.js';
import { startOrDo } from '../temporal/start-or-do.js';
import { sendMail } from './send-mail.js';
import { listMailStarts } from './sql.js';
import { startMailDelivery } from './start-mail-delivery.js';

/** What mail does with the outbox: each queued mail gets its workflow; while Temporal takes none, it is sent here. */
export function createMailDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async (ids: string[]) => {
    const send = startOrDo(ctx);
    const mails = new Map((await listMailStarts(ctx.sql, ids)).map((mail) => [mail.id, mail]));
    return async (id: string) => {
      const mail = mails.get(id);
      if (!mail) return;
      await send(
        () => startMailDelivery(temporal, mail),
        () => sendMail(ctx, id),
      );
    };
  };
  return [createDrain(ctx, { topic: 'mail.queued', prepare })];
}
