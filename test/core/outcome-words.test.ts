import { OUTCOME_WORDS } from '../../packages/dashboard/src/parts/outcomes.js';
import { OUTCOMES } from '../../src/core/outcomes.js';

test('the dashboard has words for every outcome', () => {
  expect(Object.keys(OUTCOME_WORDS)).toEqual(Object.keys(OUTCOMES));
});
