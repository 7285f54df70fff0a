import { foldRepeats } from '../../../src/platform/logs/fold-repeats.js';
import { createLogger } from '../../../src/platform/logs/logger.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function logging() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, log: createLogger({ level: 'info', name: 'test', destination }) };
}

it('writes the first lines of a kind, and once a window how many more there were', () => {
  const { lines, log } = logging();
  const folded = foldRepeats(log, { burst: 2, windowMs: 60_000 });
  for (let number = 1; number <= 1_750; number += 1) folded.log('warn', 'poll', { number }, 'no connection');
  folded.log('warn', 'other', {}, 'something else');
  expect(lines.map(({ msg, number }) => [msg, number])).toEqual([
    ['no connection', 1],
    ['no connection', 2],
    ['something else', undefined],
  ]);
  jest.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toMatchObject({
    msg: 'no connection (repeated)',
    number: 1_750,
    omitted: 1_748,
    seconds: 60,
    level: 40,
  });
  folded.log('warn', 'poll', { number: 1_751 }, 'no connection');
  expect(lines.at(-1)).toMatchObject({ msg: 'no connection', number: 1_751 });
});

it('bounds the number of kinds: those above share one allowance', () => {
  const { lines, log } = logging();
  const folded = foldRepeats(log, { burst: 1, maxKinds: 3 });
  for (let kind = 0; kind < 1_000; kind += 1) folded.log('warn', `endpoint ${kind}`, { kind }, 'failed');
  expect(lines.map(({ kind }) => kind)).toEqual([0, 1, 2, 3]);
  folded.close();
  expect(lines.at(-1)).toMatchObject({ omitted: 996, kind: 999 });
});

it('leaves nothing behind when it is closed', () => {
  const { lines, log } = logging();
  const folded = foldRepeats(log);
  folded.log('info', 'once', {}, 'once');
  folded.close();
  expect(jest.getTimerCount()).toBe(0);
  expect(lines).toHaveLength(1);
});
