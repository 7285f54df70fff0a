import type { StartableDelivery } from '../../src/deliveries/sql/fan-out.js';
import { deliveryStart } from '../../src/deliveries/start-deliveries.js';
import { startDelivery } from '../../src/deliveries/start-workflows.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext } from '../support/context.js';

const delivery: StartableDelivery = {
  id: 'dlv_1',
  run: 1,
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
  expect(deliveryStart({ ...delivery, url })).toEqual({ ...delivery, url: undefined, host });
});

test('a summary is cut to what every server takes', async () => {
  const ctx = await createTestContext();
  const temporal = createTemporalClient(ctx.config);
  const long = { ...deliveryStart(delivery), id: 'dlv_long', companyName: '😀"'.repeat(100), host: 'h'.repeat(253) };
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
