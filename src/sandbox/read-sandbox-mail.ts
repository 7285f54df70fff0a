import { listTestOrders } from '../earnings/sql/sales.js';
import type { Context } from '../platform/context/context.js';
import { type KeptMail, readMailsAbout } from '../platform/mail/read-mailbox.js';
import { keyOfSession } from './get-sandbox.js';

/** Orders whose mails are looked for. */
const ORDERS = 200;

/**
 * The mails of a test key's orders, newest first. They are never sent. They are kept for a day, or, on a service
 * without a mail server, for a month.
 *
 * @returns null when the session has ended.
 */
export async function readSandboxMail(ctx: Context, session: string): Promise<KeptMail[] | null> {
  const key = await keyOfSession(ctx, session);
  return key && readMailsAbout(ctx, await listTestOrders(ctx.sql, key.id, ORDERS));
}
