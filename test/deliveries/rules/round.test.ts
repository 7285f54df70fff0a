import { dueText, type EndpointStatus, roundText, statusText, waitText } from '../../../src/deliveries/rules/round.js';

const standing: EndpointStatus = {
  of: 'Webhook of Partner at hooks.example',
  at: '2026-11-22T14:05:58.000Z',
  state: 'failing',
  waiting: [
    { attempt: 2, count: 380 },
    { attempt: 3, count: 32 },
  ],
  next: { at: '2026-11-22T14:06:10.250Z', waitMs: 12_000, attempt: 2 },
  failing: { since: '2026-11-22T13:20:00.000Z', as: 'http_5xx', disabledAt: '2026-11-27T13:20:00.000Z' },
  oldest: ['dlv_1', 'dlv_2'],
  page: 'https://service.example/dashboard/deliveries/dlv_1',
};
const none: EndpointStatus = {
  ...standing,
  ...{ state: 'retrying', waiting: [], next: null, failing: null, oldest: [], page: undefined },
};

test('a round is described by attempt, with its causes, the most frequent first', () => {
  expect(
    roundText([
      { attempt: 2, outcome: 'http_5xx', count: 97 },
      { attempt: 2, outcome: 'ok', count: 3 },
    ]),
  ).toBe('attempt 2 of 8: 97 of 100 failed, http_5xx');
  expect(
    roundText([
      { attempt: 3, outcome: 'timeout', count: 1 },
      { attempt: 2, outcome: 'timeout', count: 2 },
      { attempt: 2, outcome: 'http_4xx', count: 5 },
      { attempt: 4, outcome: 'ok', count: 2 },
    ]),
  ).toBe(
    'attempt 2 of 8: 7 of 7 failed, 5 http_4xx, 2 timeout; attempt 3 of 8: 1 of 1 failed, timeout; attempt 4 of 8: 2 delivered',
  );
  expect(roundText([])).toBe('no attempt ended');
});

test('a wait names the round before it and the time of the next, a round its purpose', () => {
  expect(waitText(standing, null)).toBe('next at 14:06:10');
  expect(waitText(standing, [{ attempt: 2, outcome: 'dns', count: 4 }])).toBe(
    'attempt 2 of 8: 4 of 4 failed, dns; next at 14:06:10',
  );
  expect(waitText(none, null)).toBe('nothing waits');
  expect(dueText(standing)).toBe('attempt 2 of 8, due at 14:06:10');
});

test("the details name the waiting deliveries, the first failure, and an operator's options", () => {
  const text = statusText(standing, { ended: null, command: 'stop dlv_3: stopped' });
  for (const sentence of [
    'Webhook of Partner at hooks.example, at 2026-11-22 14:05:58 UTC:',
    '412 waiting: 380 for attempt 2 of 8, 32 for attempt 3. The next is due at 2026-11-22 14:06:10 UTC.',
    'Only failures since 2026-11-22 13:20 UTC (http_5xx). It would be disabled on Friday 2026-11-27 13:20 UTC.',
    'Oldest waiting: dlv_1, dlv_2.',
    'The oldest with its attempts: https://service.example/dashboard/deliveries/dlv_1',
    'Last signal: stop dlv_3: stopped.',
    '`partner-events delivery show dlv_…`',
  ]) {
    expect(text).toContain(sentence);
  }
  expect(statusText(none, { ended: [], command: null })).toContain('\nNothing waits.\n');
});
