import { hashOf } from '../core/digest.js';
import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { newPageToken, newTicketCode } from './secrets.js';
import { replacePage } from './sql/pages.js';
import { dropWaitingTickets } from './sql/ticket-mails.js';
import { listTickets, replaceCode } from './sql/tickets.js';

/** New codes for the valid tickets of an order and a new link for its page, in the transaction that corrects its address. */
export async function reissueTickets(ctx: Context, tx: Transaction, orderId: Id<'order'>): Promise<void> {
  const key = sealingKey(ctx);
  const now = ctx.clock.now();
  for (const { id, state } of await listTickets(tx, orderId)) {
    if (state !== 'valid') continue;
    const code = newTicketCode();
    await replaceCode(tx, { id, code: sealSecret(key, id, code), codeHash: hashOf(code) });
  }
  const token = newPageToken();
  await replacePage(tx, orderId, { token: sealSecret(key, orderId, token), hash: hashOf(token) });
  const before = await dropWaitingTickets(tx, orderId, now);
  await queueTicketMail(tx, { orderId, kind: 'corrected', reasonKey: `corrected/${before + 1}`, now });
}
