import { createHmac } from 'node:crypto';
import { CHANGE_TYPES } from '../../../../src/core/change-type.js';
import { receiverScript } from '../../../../src/deliveries/endpoints/rules/receiver-script.js';

const NOW = 1_800_000_000;
let made = 0;
const steps = receiverScript({
  secret: 'whsec_mine',
  other: 'whsec_other',
  now: NOW,
  event: { id: 'evt_test_jazz', title: 'Jazz' },
  types: CHANGE_TYPES,
  newId: (kind) => `${kind}_${++made}`,
});
const step = (code: string) => {
  const found = steps.find((step) => step.code === code);
  if (!found) throw new Error(`there is no step ${code}`);
  return found;
};
const contentOf = (code: string) => JSON.parse(step(code).body.toString());

/** As a receiver computes it, from the documentation alone. */
function matches(code: string, secret: string): boolean {
  const { signature, timestamp, body } = step(code);
  const right = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return signature.split(',').includes(`v1=${right}`);
}

it('is signed with the secret, but for the step that must be refused for it', () => {
  const unsigned = steps.filter(({ code }) => !matches(code, 'whsec_mine')).map(({ code }) => code);
  expect(unsigned).toEqual(['wrong_signature']);
});

it('expects a receiver to refuse a wrong signature and an old timestamp, and to take all else', () => {
  const refused = steps.filter(({ expected }) => expected === 'refuse').map(({ code }) => code);
  expect(refused).toEqual(['wrong_signature', 'stale_timestamp']);
  expect(NOW - step('stale_timestamp').timestamp).toBeGreaterThan(300);
});

it('signs with two secrets during a rotation, the receiver’s one second', () => {
  expect(matches('two_signatures', 'whsec_other')).toBe(true);
  expect(step('two_signatures').signature.match(/v1=/g)).toHaveLength(2);
});

it('repeats the first delivery byte for byte, and no other', () => {
  const [first, again] = [step('right'), step('duplicate')];
  expect([again.deliveryId, again.body]).toEqual([first.deliveryId, first.body]);
  expect(new Set(steps.map(({ deliveryId }) => deliveryId)).size).toBe(steps.length - 1);
});

it('brings an older state, a withdrawal, an unknown field, a large event, an order and a statement', () => {
  expect(Date.parse(contentOf('older_change').data.event.updated_at)).toBe((NOW - 3_600) * 1_000);
  expect(contentOf('withdrawal').data).toEqual({
    withdrawn: { id: 'evt_test_jazz', withdrawn_at: new Date(NOW * 1_000).toISOString() },
  });
  expect(contentOf('unknown_field')).toMatchObject({ another: true, data: { event: { id: 'evt_test_jazz' } } });
  expect(step('large').body.length).toBeGreaterThan(90_000);
  expect([contentOf('order').data.order.version, contentOf('older_order').data.order.version]).toEqual([2, 1]);
  expect([contentOf('settlement').data.settlement, contentOf('older_settlement').data.settlement]).toMatchObject([
    { status: 'paying', updated_at: new Date(NOW * 1_000).toISOString() },
    { status: 'issued', updated_at: new Date((NOW - 3_600) * 1_000).toISOString() },
  ]);
});
