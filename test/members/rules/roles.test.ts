import {
  ACTIONS,
  type Action,
  mayDo,
  needsSecondStepAgain,
  ROLES,
  verdictOn,
} from '../../../src/members/rules/roles.js';

/**
 * The agreed rights, drawn by hand: owner, developer, finance, marketing, viewer; `!` asks for the second step again.
 */
const AGREED: Record<Action, string> = {
  'company.read': 'yes yes yes yes yes',
  'members.read': 'yes yes yes yes yes',
  'members.change': 'yes no no no no !',
  'security.change': 'yes yes yes yes yes',
  'audit.read': 'yes yes no no no',
  'keys.read': 'yes yes no no yes',
  'keys.change': 'yes yes no no no !',
  'keys.test': 'yes yes no no no',
  'webhooks.read': 'yes yes no no yes',
  'webhooks.change': 'yes yes no no no',
  'webhooks.secret': 'yes yes no no no !',
  'deliveries.send': 'yes yes no no no',
  'bulk.read': 'yes yes no no yes',
  'bulk.change': 'yes yes no no no',
  'use.read': 'yes yes yes yes yes',
  'sandbox.use': 'yes yes no no no',
  'requests.read': 'yes yes no no yes',
  'funnel.read': 'yes yes yes yes yes',
  'earnings.read': 'yes no yes yes no',
  'inquiries.ask': 'yes no yes yes no',
  'settlements.read': 'yes no yes no no',
  'billing.change': 'yes no no no no !',
};

test.each(Object.entries(AGREED) as [Action, string][])('%s: %s', (action, agreed) => {
  const allowed = ROLES.map((role) => (mayDo(role, action) ? 'yes' : 'no')).join(' ');
  expect(allowed + (needsSecondStepAgain(action) ? ' !' : '')).toBe(agreed);
});

test('every action is agreed', () => {
  expect(Object.keys(ACTIONS).sort()).toEqual(Object.keys(AGREED).sort());
});

const STATES = {
  'without a second step': { hasSecondStep: false, owesSecondStep: false, secondStepIsFresh: false },
  'owing it': { hasSecondStep: true, owesSecondStep: true, secondStepIsFresh: false },
  'with one taken long ago': { hasSecondStep: true, owesSecondStep: false, secondStepIsFresh: false },
  'with one just taken': { hasSecondStep: true, owesSecondStep: false, secondStepIsFresh: true },
};

describe.each(ROLES)('%s', (role) => {
  const at = ROLES.indexOf(role);
  test.each(Object.entries(STATES))('%s', (_name, state) => {
    for (const [action, agreed] of Object.entries(AGREED) as [Action, string][]) {
      const allowed = agreed.split(' ')[at] === 'yes';
      const inTheWay = state.hasSecondStep ? 'second_step_again' : 'second_step_missing';
      const open = agreed.endsWith('!') && !state.secondStepIsFresh ? inTheWay : 'allowed';
      const expected = state.owesSecondStep ? 'second_step_owed' : allowed ? open : 'role';
      expect([action, verdictOn({ role, ...state }, action)]).toEqual([action, expected]);
    }
  });
});
