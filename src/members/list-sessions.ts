import type { Context } from '../platform/context/context.js';
import { endOf } from './rules/session-life.js';
import type { OwnedMember } from './sql/members.js';
import { listSessionRows, type SessionRow } from './sql/sessions.js';

/** A member's sessions that live, last used first. */
export async function listSessions(ctx: Context, owned: OwnedMember): Promise<SessionRow[]> {
  const now = ctx.clock.now();
  return (await listSessionRows(ctx.sql, owned)).filter((row) => endOf(row) > now);
}
