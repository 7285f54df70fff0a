import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import type { TestApi } from '../api.js';

/**
 * A webhook of the test key with deliveries as they would be after an attempt each, every other one failed.
 *
 * @returns the webhook's id.
 */
export async function seedDeliveries({ ctx, companyId, keys }: TestApi, count: number): Promise<{ id: string }> {
  const { sql, clock } = ctx;
  const { id: endpoint } = await addWebhook(ctx, { key: keys.test.id, companyId, url: 'http://127.0.0.1:9/hook' });
  for (let i = 0; i < count; i += 1) {
    const [id, at, ok] = [`dlv_${endpoint.slice(-8)}${i}`, clock.now(), i % 2 === 0];
    const outcome = ok ? 'ok' : 'http_5xx';
    const [change] = await sql<{ seq: number; id: string }[]>`
      INSERT INTO changes (id, type, mode, what, event_id, created_at, fanned_out_at)
      VALUES (${`chg_${id}`}, 'event.changed', 'test', 'updated', 'evt_test_a', ${at}, ${at}) RETURNING seq, id`;
    await sql`
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, content, state, attempt, last_outcome,
                              created_at, finished_at)
      VALUES (${id}, ${change?.id ?? ''}, ${change?.seq ?? 0}, ${endpoint}, 'evt_test_a', ${Buffer.from('{"id":1}')},
              ${ok ? 'delivered' : 'failed'}, 1, ${outcome}, ${at}, ${at})`;
    await sql`
      INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms, answer)
      VALUES (${id}, 1, 1, ${at}, ${at}, ${outcome}, ${ok ? 200 : 500}, ${40 + i * 7}, ${Buffer.from(ok ? '' : 'oops')})`;
    clock.advance(1_000);
  }
  return { id: endpoint };
}
