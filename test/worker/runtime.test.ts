import { randomUUID } from 'node:crypto';
import { newId } from '../../src/core/ids.js';
import { kindOf } from '../../worker/runtime.js';

const failed = (text: string) =>
  kindOf('Activity failed', { activityType: 'attemptDelivery', error: new Error(text), attempt: 3 });

test('one cause is one kind of line, however its ids and numbers differ', () => {
  expect(failed('no row 17 of dlv_0123456789abcdef')).toBe(failed('no row 4 of dlv_fedcba9876543210'));
});

/** Log lines of the SDK and the server, for one run, task or worker each. */
const MESSAGES: [string, () => string][] = [
  [
    'a run that is gone',
    () => `Workflow task not found. Workflow Id: order-hold/${newId('order')}, run Id: ${randomUUID()}`,
  ],
  ['an activity that is gone', () => `Activity task not found, RunId=${randomUUID()} EventId=${Math.random()}`],
  ['a task token', () => `Attempted to complete activity task ${token()} but we were not tracking it`],
  ['a started workflow', () => `Workflow execution already started: delivery/${newId('delivery')} (${randomUUID()})`],
  [
    'an address',
    () => `connect ECONNREFUSED 10.0.${Math.trunc(Math.random() * 250)}.7:${Math.trunc(Math.random() * 9_999)}`,
  ],
];
const token = () => Buffer.from(`${randomUUID()}${randomUUID()}${newId('delivery')}`).toString('base64');

test.each(MESSAGES)('%s is one kind, in any form', (_what, message) => {
  const many = Array.from({ length: 200 }, message);
  expect(new Set(many.map((text) => kindOf(text, { target: 'temporalio_sdk_core' }))).size).toBe(1);
  expect(new Set(many.map(failed)).size).toBe(1);
});

test('the kinds of different messages differ', () => {
  expect(new Set(MESSAGES.map(([, message]) => kindOf(message()))).size).toBe(MESSAGES.length);
});

test('another cause, activity or target is another kind: none hides behind the repeats of the first', () => {
  const kinds = [
    failed('relation "deliveries" is broken'),
    failed('relation "refunds" is broken'),
    kindOf('Activity failed', { activityType: 'sendRefund', error: new Error('relation "refunds" is broken') }),
    kindOf('no connection', { target: 'client' }),
    kindOf('no connection', { target: 'poller' }),
  ];
  expect(new Set(kinds).size).toBe(kinds.length);
});
