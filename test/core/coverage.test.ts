import fc from 'fast-check';
import { agreementOf, covers, narrowed } from '../../src/core/coverage.js';
import { type Agreement, DEMO_VIEWER, UNLIMITED_AGREEMENT } from '../../src/core/viewer.js';

const names = ['DE', 'FR', 'PT'];
const list = fc.option(fc.subarray(names), { nil: null });
const agreement: fc.Arbitrary<Agreement> = fc.record({ countries: list, categories: list, payingOnly: fc.boolean() });
const name = fc.option(fc.constantFrom(...names), { nil: null });
const scope = fc.record({ country: name, category: name, paying: fc.boolean() });

it.each([
  [{ countries: ['DE'] }, { country: 'DE' }, true],
  [{ countries: ['DE'] }, { country: 'FR' }, false],
  [{ countries: ['DE'] }, { country: null }, false],
  [{ countries: [] }, { country: 'DE' }, false],
  [{ categories: ['music'] }, { category: 'music' }, true],
  [{ categories: ['music'] }, { category: null }, false],
  [{ payingOnly: true }, { paying: false }, false],
  [{ payingOnly: true }, { paying: true }, true],
])('an agreement %j over %j: %s', (narrowing, event, expected) => {
  const whole = { country: 'DE', category: 'music', paying: false };
  expect(covers({ ...UNLIMITED_AGREEMENT, ...narrowing }, { ...whole, ...event })).toBe(expected);
});

it('leaves nothing out without limits, and never more than each list alone', () => {
  fc.assert(
    fc.property(agreement, scope, (agreement, event) => {
      expect(covers(UNLIMITED_AGREEMENT, event)).toBe(true);
      const parts = [
        { ...UNLIMITED_AGREEMENT, countries: agreement.countries },
        { ...UNLIMITED_AGREEMENT, categories: agreement.categories },
        { ...UNLIMITED_AGREEMENT, payingOnly: agreement.payingOnly },
      ];
      expect(covers(agreement, event)).toBe(parts.every((part) => covers(part, event)));
    }),
  );
});

it('gives a filter what both the agreement and the filter allow', () => {
  fc.assert(
    fc.property(list, fc.constantFrom(...names), fc.constantFrom(...names), (allowed, wanted, event) => {
      const left = narrowed(allowed, wanted);
      expect(left?.includes(event)).toBe(event === wanted && (allowed === null || allowed.includes(event)));
      expect(narrowed(allowed, undefined)).toBe(allowed);
    }),
  );
});

it('does not narrow the sandbox', () => {
  const narrow = { ...UNLIMITED_AGREEMENT, countries: ['DE'] };
  expect(agreementOf({ ...DEMO_VIEWER, agreement: narrow })).toBe(UNLIMITED_AGREEMENT);
  expect(agreementOf({ ...DEMO_VIEWER, mode: 'live', agreement: narrow })).toBe(narrow);
});
