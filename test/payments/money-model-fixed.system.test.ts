import { openStage, type Stage } from './model/history.js';
import { playHistories } from './model/run.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The same histories each time; `money-model.system.test.ts` looks further. */
test('whatever buyers, banks and finance do, and whoever dies of it, all accounts agree after each step', async () => {
  const { deaths } = await playHistories(stage, { runs: 20, seed: 7, steps: 20, isReconciled: true });
  expect(deaths).toBeGreaterThan(0);
});
