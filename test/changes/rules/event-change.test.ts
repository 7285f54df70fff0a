import { eventChangeKind } from '../../../src/changes/rules/event-change.js';

it.each([
  [null, 'scheduled', 'created'],
  ['scheduled', null, 'withdrawn'],
  [null, null, 'withdrawn'],
  ['scheduled', 'scheduled', 'changed'],
  ['cancelled', 'cancelled', 'changed'],
  ['sold_out', 'scheduled', 'reopened'],
  ['sold_out', 'rescheduled', 'reopened'],
  ['postponed', 'rescheduled', 'rescheduled'],
  ['scheduled', 'rescheduled', 'rescheduled'],
  ['scheduled', 'sold_out', 'sold_out'],
  ['rescheduled', 'postponed', 'postponed'],
  ['postponed', 'cancelled', 'cancelled'],
  ['sold_out', 'completed', 'completed'],
] as const)('from %s to %s an event is %s', (before, after, kind) => {
  expect(eventChangeKind(before, after)).toBe(kind);
});
