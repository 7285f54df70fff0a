import { visitorNamer } from '../../../api/http/visitor.js';
import { networkMatcher } from '../../../src/core/ip-allowlist.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('a port that a proxy writes after an address makes no other visitor, and is on the list its address is on', () => {
  const name = visitorNamer(ctx);
  expect(name('203.0.113.7:51234')).toBe(name('203.0.113.7'));
  expect(name('[2001:db8::7]:51234')).toBe(name('2001:db8::7'));
  const listed = networkMatcher(['203.0.113.0/24', '2001:db8::/32']);
  expect(['203.0.113.7:51234', '[2001:db8::7]', '[2001:db8::7]:1'].map((address) => listed(address))).toEqual([
    true,
    true,
    true,
  ]);
  expect(listed('198.51.100.1:80')).toBe(false);
});

test('a caller who hung up while its key was looked up has a name to be counted under, and is on no list', () => {
  const name = visitorNamer(ctx);
  expect(name(undefined)).toMatch(/^\S{22}$/);
  expect(name(undefined)).not.toBe(name('203.0.113.7'));
  expect(networkMatcher(['203.0.113.0/24'])(undefined)).toBe(false);
});
