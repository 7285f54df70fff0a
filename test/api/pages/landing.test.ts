import { buildApp } from '../../../api/app.js';
import { LOGO, TOKENS } from '../../../src/core/brand.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ env: { TEMPORAL_UI: 'http://127.0.0.1:8233' } });
});
afterAll(() => ctx.close());

/** The page as another service would send it. */
async function landing(change: Partial<TestContext> = {}): Promise<{ body: string; links: string[] }> {
  const app = await buildApp({ ...ctx, ...change });
  const { body } = await app.inject('/');
  await app.close();
  return { body, links: [...body.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link) };
}

test('`/` leads to the dashboard, and on a developer’s machine to the mailbox and to Temporal', async () => {
  const { links } = await landing();
  expect(links).toEqual(expect.arrayContaining(['/dashboard', '/docs', '/sandbox', '/dev/mail']));
  expect(links).toContain(`http://127.0.0.1:8233/namespaces/${ctx.config.temporal.namespace}/workflows`);
});

test('in production it names neither', async () => {
  const { links } = await landing({ config: { ...ctx.config, env: 'production' }, mail: null });
  expect(links).toContain('/dashboard');
  expect(links.filter((link) => /mail|8233/.test(link))).toEqual([]);
});

test('it has the logo and the colours of the dashboard', async () => {
  const { body } = await landing();
  expect(body).toContain(`<img src="data:image/svg+xml,${encodeURIComponent(LOGO)}"`);
  for (const scheme of Object.values(TOKENS)) {
    for (const [name, colour] of Object.entries(scheme)) expect(body).toContain(`--${name}:${colour}`);
  }
});
