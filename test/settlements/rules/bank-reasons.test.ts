import { explainReason } from '../../../src/settlements/rules/payment-text.js';

test.each([
  ['AC04', 'AC04 (the account is closed)'],
  ['AC04: KONTO ERLOSCHEN', 'AC04 (the account is closed): KONTO ERLOSCHEN'],
  ['XX99: see letter', 'XX99: see letter'],
  ['constructor', 'constructor'],
  ['account closed', 'account closed'],
  [null, ''],
])('%j is explained as %j', (reason, explained) => {
  expect(explainReason(reason)).toBe(explained);
});
