import { visitorNamer } from '../../../api/visitor.js';
import { networkMatcher } from '../../../src/domain/ip-allowlist.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('a caller who hung up while its key was looked up has a name to be counted under, and is on no list', () => {
  const name = visitorNamer(ctx);
  expect(name(undefined)).toMatch(/^\S{22}$/);
  expect(name(undefined)).not.toBe(name('203.0.113.7'));
  expect(networkMatcher(['203.0.113.0/24'])(undefined)).toBe(false);
});
