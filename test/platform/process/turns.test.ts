import { Turns } from '../../../src/platform/process/turns.js';

const RULES = { atOnce: 1, maxWaitMs: 60_000 };

test('calls of one name run in their order of arrival, and calls of other names at once', async () => {
  const turns = new Turns();
  const first = await turns.enter('a', RULES);
  const order: string[] = [];
  const later = ['second', 'third'].map(async (name) => {
    const turn = await turns.enter('a', RULES);
    order.push(name);
    turn?.leave();
    return turn?.waited;
  });
  expect(await turns.enter('b', RULES)).toMatchObject({ waited: false });
  expect([first?.waited, order]).toEqual([false, []]);
  first?.leave();
  expect(await Promise.all(later)).toEqual([true, true]);
  expect(order).toEqual(['second', 'third']);
  expect(await turns.enter('a', RULES)).toMatchObject({ waited: false });
});

test('as many go on at once as the rules allow', async () => {
  const turns = new Turns();
  const rules = { ...RULES, atOnce: 2, mostWaiting: 0 };
  const going = [await turns.enter('a', rules), await turns.enter('a', rules)];
  expect(await turns.enter('a', rules)).toBeNull();
  going[0]?.leave();
  expect(await turns.enter('a', rules)).toMatchObject({ waited: false });
});

test('a call that waited too long is refused, and takes no other call’s turn', async () => {
  const turns = new Turns();
  const first = await turns.enter('a', RULES);
  const patient = turns.enter('a', RULES);
  expect(await turns.enter('a', { ...RULES, maxWaitMs: 1 })).toBeNull();
  first?.leave();
  expect(await patient).toMatchObject({ waited: true });
});

test('closing refuses waiting calls; running calls continue', async () => {
  const turns = new Turns();
  const first = await turns.enter('a', RULES);
  const waiting = [turns.enter('a', RULES), turns.enter('a', RULES)];
  turns.close();
  expect(await Promise.all(waiting)).toEqual([null, null]);
  expect(await turns.enter('a', RULES)).toBeNull();
  first?.leave();
  expect(await turns.enter('a', RULES)).toMatchObject({ waited: false });
});
