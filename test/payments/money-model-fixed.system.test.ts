import { openStage, type Stage } from './model/history.js';
import { playHistories } from './model/run.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The same histories each time; `money-model.system.test.ts` looks further. */
test('after each step of buyers, banks and finance, and any death of a process, all accounts agree', async () => {
  const { deaths } = await playHistories(stage, { runs: 20, seed: 7, steps: 20, isReconciled: true });
  expect(deaths).toBeGreaterThan(0);
});
