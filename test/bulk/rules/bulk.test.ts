import fc from 'fast-check';
import { type BulkScope, lastDay, narrowScope, parseBulkFile, scopeText } from '../../../src/bulk/rules/bulk.js';
import { covers } from '../../../src/core/coverage.js';

const names = ['DE', 'FR', 'PT'];
const list = fc.option(fc.subarray(names), { nil: null });
const scope: fc.Arbitrary<BulkScope> = fc.record({
  countries: list,
  categories: list,
  payingOnly: fc.boolean(),
  daysAhead: fc.option(fc.nat({ max: 3650 }), { nil: null }),
});
const name = fc.option(fc.constantFrom(...names), { nil: null });

it('chooses what both the agreement and the subscription cover', () => {
  const event = fc.record({ country: name, category: name, paying: fc.boolean() });
  fc.assert(
    fc.property(scope, scope, event, (agreement, subscription, scope) => {
      const both = narrowScope(agreement, subscription);
      expect(covers(both, scope)).toBe(covers(agreement, scope) && covers(subscription, scope));
      expect(both.daysAhead).toBe(subscription.daysAhead);
    }),
  );
});

it('writes the same text for the same scope in whatever order, and another one for another', () => {
  fc.assert(
    fc.property(scope, scope, (subscription, other) => {
      const reversed = { ...subscription, countries: subscription.countries && [...subscription.countries].reverse() };
      expect(scopeText(reversed)).toBe(scopeText(subscription));
      const sorted = (value: BulkScope) => [
        value.countries?.toSorted(),
        value.categories?.toSorted(),
        value.payingOnly,
      ];
      const same =
        subscription.daysAhead === other.daysAhead &&
        JSON.stringify(sorted(subscription)) === JSON.stringify(sorted(other));
      expect(scopeText(subscription) === scopeText(other)).toBe(same);
    }),
  );
});

it.each([
  ['bfs_abcdef.ndjson.gz', { subscriptionId: 'bfs_abcdef', format: 'ndjson' }],
  ['bfs_ABC123xyz.csv.gz', { subscriptionId: 'bfs_ABC123xyz', format: 'csv' }],
  ['bfs_abcde.csv.gz', null],
  ['bfs_abcdef.xml.gz', null],
  ['bfs_abcdef.csv', null],
  ['../bfs_abcdef.csv.gz', null],
  ['bfs_abcdef.csv.gz\n', null],
  ['bfs_abc/def.csv.gz', null],
])('%j', (file, expected) => {
  expect(parseBulkFile(file)).toEqual(expected);
});

it.each([
  [0, '2027-12-31T23:59:59.999Z', '2027-12-31'],
  [1, '2027-12-31T23:59:59.999Z', '2028-01-01'],
  [60, '2028-01-01T00:00:00.000Z', '2028-03-01'],
  [null, '2028-01-01T00:00:00.000Z', null],
])('%j days ahead of %s reach to %s', (daysAhead, now, expected) => {
  const whole = { countries: null, categories: null, payingOnly: false };
  expect(lastDay({ ...whole, daysAhead }, new Date(now))).toBe(expected);
});
