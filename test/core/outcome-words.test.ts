import { OUTCOME_TEXT } from '../../packages/dashboard/src/parts/outcomes.js';
import { OUTCOMES } from '../../src/core/outcomes.js';

test('the dashboard names every outcome', () => {
  expect(Object.keys(OUTCOME_TEXT)).toEqual(Object.keys(OUTCOMES));
});
