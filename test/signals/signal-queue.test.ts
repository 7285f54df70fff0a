import type { CountedSignal } from '../../src/signals/rules/signal.js';
import { SignalQueue } from '../../src/signals/signal-queue.js';
import { waitFor } from '../support/wait-for.js';

const signal = (digest: string | null = null): CountedSignal => ({
  keyId: 'key_a',
  companyId: 'cmp_a',
  type: 'impression',
  eventId: '',
  shown: 1,
  at: new Date('2026-11-02T09:00:00Z'),
  digest,
});

/** A write that ends when told to. */
function heldWrite() {
  const batches: CountedSignal[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const write = (signals: CountedSignal[]) =>
    new Promise<void>((resolve, reject) => {
      batches.push(signals);
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  /** Once the given write has begun. */
  const begun = (number: number) => waitFor(() => ends.length === number, { interval: 1 });
  return { batches, ends, write, begun };
}

test('what arrives while a statement is at work goes with the next one, a thousand at most', async () => {
  const { batches, ends, write, begun } = heldWrite();
  const queue = new SignalQueue({ write });
  const first = [queue.add(signal()), queue.add(signal())];
  await begun(1);
  expect(batches.map((batch) => batch.length)).toEqual([2]);
  const rest = Array.from({ length: 1_500 }, () => queue.add(signal()));
  ends[0]?.();
  await Promise.all(first);
  await begun(2);
  ends[1]?.();
  await Promise.all(rest.slice(0, 1_000));
  await begun(3);
  ends[2]?.();
  await Promise.all(rest);
  expect(batches.map((batch) => batch.length)).toEqual([2, 1_000, 500]);
});

test('nothing is acknowledged before its commit', async () => {
  const { ends, write, begun } = heldWrite();
  const queue = new SignalQueue({ write });
  let acknowledged = false;
  const added = queue.add(signal()).then(() => {
    acknowledged = true;
  });
  await begun(1);
  expect(acknowledged).toBe(false);
  ends[0]?.();
  await added;
  expect(acknowledged).toBe(true);
});

test('repeats inside a batch are written once and acknowledged alike', async () => {
  const { batches, ends, write, begun } = heldWrite();
  const queue = new SignalQueue({ write });
  const added = [queue.add(signal('a')), queue.add(signal('a')), queue.add(signal('b')), queue.add(signal())];
  await begun(1);
  ends[0]?.();
  await Promise.all(added);
  expect(batches[0]?.map((one) => one.digest)).toEqual(['a', 'b', null]);
});

test('a write that fails is no acknowledgement, and the next one is tried afresh', async () => {
  const { ends, write, begun } = heldWrite();
  const queue = new SignalQueue({ write });
  const lost = queue.add(signal());
  await begun(1);
  const next = queue.add(signal());
  ends[0]?.(new Error('connection lost'));
  await expect(lost).rejects.toThrow('connection lost');
  await begun(2);
  ends[1]?.();
  await expect(next).resolves.toBeUndefined();
});

test('a full queue answers busy; closing writes what waits and takes no more', async () => {
  const { batches, ends, write, begun } = heldWrite();
  const queue = new SignalQueue({ write, mostWaiting: 3 });
  const first = queue.add(signal());
  await begun(1);
  const waiting = [queue.add(signal()), queue.add(signal()), queue.add(signal())];
  await expect(queue.add(signal())).rejects.toMatchObject({ code: 'busy', headers: { 'Retry-After': '2' } });
  const closed = queue.close();
  await expect(queue.add(signal())).rejects.toMatchObject({ code: 'busy' });
  ends[0]?.();
  await first;
  await begun(2);
  ends[1]?.();
  await Promise.all([closed, ...waiting]);
  expect(batches.map((batch) => batch.length)).toEqual([1, 3]);
});
