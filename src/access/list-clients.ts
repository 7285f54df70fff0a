import type { Id } from '../core/ids.js';
import { CLIENT_SECRET_PREFIX } from '../core/key-format.js';
import type { Context } from '../platform/context/context.js';
import { type ListedClientRow, listClientRows } from './sql/oauth-clients.js';

export interface ListedClient extends Omit<ListedClientRow, 'lastFour'> {
  /** Prefix and last four characters: enough to recognise the secret, too little to use it. */
  hint: string;
}

/** A company's OAuth clients, oldest first, revoked ones included. */
export async function listClients(ctx: Context, companyId: Id<'company'>): Promise<ListedClient[]> {
  const now = ctx.clock.now();
  const rows = await listClientRows(ctx.sql, companyId, now);
  return rows.map(({ lastFour, ...row }) => ({
    ...row,
    previousUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil : null,
    hint: `${CLIENT_SECRET_PREFIX}…${lastFour}`,
  }));
}
