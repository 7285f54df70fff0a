import type { WaitingDelivery } from '../../src/deliveries/sql/waiting-deliveries.js';
import { deliveryStart } from '../../src/deliveries/start-deliveries.js';
import { startDelivery } from '../../src/deliveries/start-workflows.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext } from '../support/context.js';

const now = new Date('2026-11-02T09:00:20Z');
const delivery: WaitingDelivery = {
  id: 'dlv_1',
  run: 1,
  attempt: 1,
  lastOutcome: 'http_5xx',
  nextAttemptAt: new Date('2026-11-02T09:01:00Z'),
  endpointId: 'whk_1',
  companyId: 'cmp_1',
  companyName: 'Partner',
  url: 'https://hooks.example:8443/in?token=geheim',
  type: 'event.changed',
  mode: 'live',
};

test.each([
  ['https://hooks.example:8443/in?token=geheim', 'hooks.example:8443'],
  ['https://tracker.example/{sub_id}?token=geheim', 'tracker.example'],
  ['https://tracker.example{sub_id}', 'tracker.example{sub_id}'],
  ['https://{host}/', '{host}'],
  ['https://', 'an address that cannot be read'],
])('of the address %s only the host enters Temporal, and none stops those behind it', (url, host) => {
  const { lastOutcome: failure, nextAttemptAt: _, url: __, ...facts } = delivery;
  expect(deliveryStart({ ...delivery, url }, now)).toEqual({ ...facts, host, failure, waitMs: 40_000 });
});

test('a summary is cut to what every server takes', async () => {
  const ctx = await createTestContext();
  const temporal = createTemporalClient(ctx.config);
  const long = {
    ...deliveryStart(delivery, now),
    id: 'dlv_long',
    companyName: '😀"'.repeat(100),
    host: 'h'.repeat(253),
  };
  expect(await startDelivery(temporal, long)).toBe(true);
  const handle = temporal.client.workflow.getHandle('delivery/dlv_long');
  const summary = await (await handle.describe()).staticSummary();
  expect(summary).toMatch(/^event\.changed for (😀")+😀?…$/u);
  expect(Buffer.byteLength(JSON.stringify(summary))).toBeGreaterThan(300);
  expect(Buffer.byteLength(JSON.stringify(summary))).toBeLessThan(340);
  await handle.terminate();
  await temporal.close();
  await ctx.close();
});
