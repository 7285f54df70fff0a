import type { Context } from '../../../src/platform/context/context.js';
import type { EndedDelivery } from './judge-deliveries.js';

/** Every delivery with its attempts, and how many changes there were. */
export async function readDeliveries(ctx: Context): Promise<{ deliveries: EndedDelivery[]; changes: number }> {
  const deliveries = await ctx.sql<EndedDelivery[]>`
    SELECT d.id, d.change_id, d.endpoint_id, d.state, a.attempts,
           EXISTS (SELECT FROM deliveries w WHERE w.endpoint_id = d.endpoint_id AND w.event_id = d.event_id AND w.withdraws
                      AND w.change_seq > d.change_seq) AS withdrawn
      FROM deliveries d
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object('sends', sends, 'startedAt', extract(epoch FROM started_at) * 1000,
                 'finishedAt', extract(epoch FROM finished_at) * 1000) ORDER BY number), '[]') AS attempts
          FROM delivery_attempts WHERE delivery_id = d.id AND (sends > 0 OR finished_at IS NOT NULL)) a`;
  const [recorded] = await ctx.sql<{ changes: number }[]>`SELECT count(*)::integer AS changes FROM changes`;
  return { deliveries: [...deliveries], changes: recorded?.changes ?? 0 };
}
