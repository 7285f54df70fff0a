import { judgeStretches } from './support/judge-stretches.js';

const trials = [{ name: 'workers', isUnnoticed: true }, { name: 'switchover', mostSilent: 15_000 }, { name: 'killed' }];
const quiet = { calls: 100, failures: [], unexpected: 0, silentRead: 400, silentWrite: 900 };
const refused = { ...quiet, failures: ['503', '503'] };

test('who restarts in turn may not be noticed; a switchover may, in calls that can be repeated; a kill may', () => {
  const stretches = [
    { ...quiet, name: 'before' },
    { ...quiet, name: 'workers' },
    { ...refused, name: 'switchover', silentRead: 8_000, silentWrite: 15_000 },
    { ...refused, name: 'killed', unexpected: 2, silentRead: 60_000 },
  ];
  expect(judgeStretches(trials, stretches)).toEqual([]);
});

test('a call that fails in a restart is a fault, also a repeatable one', () => {
  expect(judgeStretches(trials, [{ ...refused, name: 'workers' }])).toEqual(['workers: 2 calls failed']);
});

test('a switchover that breaks calls, or takes too long, is a fault', () => {
  expect(judgeStretches(trials, [{ ...refused, name: 'switchover', unexpected: 1 }])).toEqual([
    'switchover: 1 calls got something else than 503 with Retry-After',
  ]);
  for (const silence of [{ silentRead: 15_001 }, { silentWrite: 15_001 }]) {
    expect(judgeStretches(trials, [{ ...refused, name: 'switchover', ...silence }])).toEqual([
      'switchover: nothing was answered for 15.0 s',
    ]);
  }
});
