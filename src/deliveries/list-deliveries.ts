import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { getEndpoint } from './get-endpoint.js';
import type { ShownState } from './rules/delivery.js';
import { type DeliveryRef, type EndpointRef, refOf } from './rules/ref.js';
import { shownAnswer } from './rules/shown-answer.js';
import { countDeliveries, type DeliveryRow, findDelivery, listDeliveryRows } from './sql/deliveries.js';
import { type AttemptRow, listAttempts } from './sql/delivery-attempts.js';

export type Delivery = DeliveryRow;
export type Attempt = Omit<AttemptRow, 'answer'> & {
  /** The beginning of the receiver's response. */
  answer: string | null;
};

/**
 * The deliveries of an endpoint, newest first.
 *
 * @param input.limit 1 to 1000.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function listDeliveries(
  ctx: Context,
  input: { endpointId: string; states?: readonly ShownState[]; limit: number },
): Promise<Delivery[]> {
  await getEndpoint(ctx, input.endpointId);
  return listDeliveryRows(ctx.sql, input.endpointId, { states: input.states ?? null, limit: input.limit });
}

/** How many deliveries of an endpoint are in each state. */
export function countByState(ctx: Context, named: EndpointRef): Promise<{ state: ShownState; count: number }[]> {
  return countDeliveries(ctx.sql, named);
}

/**
 * One delivery with every attempt of it, oldest first.
 *
 * @throws {ProblemError} `invalid_request` for an unknown delivery.
 */
export async function getDelivery(ctx: Context, named: DeliveryRef): Promise<Delivery & { attempts: Attempt[] }> {
  const delivery = await findDelivery(ctx.sql, named);
  if (!delivery) throw noSuch('delivery', refOf(named).id);
  const attempts = (await listAttempts(ctx.sql, delivery.id)).map((attempt) => ({
    ...attempt,
    answer: attempt.answer && shownAnswer(attempt.answer),
  }));
  return { ...delivery, attempts };
}
