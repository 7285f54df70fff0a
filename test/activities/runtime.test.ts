import { kindOf } from '../../activities/runtime.js';

const failed = (text: string) =>
  kindOf('Activity failed', { activityType: 'attemptDelivery', error: new Error(text), attempt: 3 });

test('one cause is one kind of line, however its ids and numbers differ', () => {
  expect(failed('no row 17 of dlv_0123456789abcdef')).toBe(failed('no row 4 of dlv_fedcba9876543210'));
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
