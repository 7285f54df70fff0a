import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { findFirstShared } from './sql/events.js';

/** When partners could first see each of these events, by id, as date-times: events are shared from their import on. */
export async function firstShared(ctx: Context, eventIds: readonly Id<'event'>[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map();
  const rows = await findFirstShared(ctx.sql, eventIds);
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt.toISOString()]));
}
