import type { Context } from '../platform/context/context.js';
import { listPasskeyRows } from './sql/passkeys.js';

export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

/** A member's passkeys, oldest first. */
export async function listPasskeys(ctx: Context, memberId: string): Promise<Passkey[]> {
  return (await listPasskeyRows(ctx.sql, memberId)).map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    createdAt,
    usedAt,
  }));
}
