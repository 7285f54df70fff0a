import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import type { TestApi } from '../api.js';
import { addAttempt, addDelivery } from './deliveries.js';

/**
 * A webhook of the test key with deliveries as they would be after an attempt each, every other one failed.
 *
 * @returns the webhook's id.
 */
export async function seedDeliveries({ ctx, companyId, keys }: TestApi, count: number): Promise<{ id: string }> {
  const { id: endpointId } = await addWebhook(ctx, { key: keys.test.id, companyId, url: 'http://127.0.0.1:9/hook' });
  for (let i = 0; i < count; i += 1) {
    const isOk = i % 2 === 0;
    const common = { endpointId, eventId: 'evt_test_a', mode: 'test', content: Buffer.from('{"id":1}') } as const;
    const deliveryId = await addDelivery(ctx, { ...common, state: isOk ? 'delivered' : 'failed' });
    const end = isOk
      ? ({ outcome: 'ok', statusCode: 200, answer: '' } as const)
      : ({ outcome: 'http_5xx', statusCode: 500, answer: 'oops' } as const);
    await addAttempt(ctx, { deliveryId, durationMs: 40 + i * 7, ...end });
    ctx.clock.advance(1_000);
  }
  return { id: endpointId };
}
