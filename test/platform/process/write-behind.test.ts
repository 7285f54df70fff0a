import { writeBehind } from '../../../src/platform/process/write-behind.js';

it('writes once at a time, and calls during a write share the next write', async () => {
  let running = 0;
  let most = 0;
  let writes = 0;
  const write = async () => {
    writes++;
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  const behind = writeBehind(write, 60_000);
  const first = behind.flush();
  const second = behind.flush();
  expect(behind.flush()).toBe(second);
  await first;
  await Promise.all([second, behind.flush(), behind.close()]);
  expect(most).toBe(1);
  expect(writes).toBeLessThanOrEqual(3);
});
