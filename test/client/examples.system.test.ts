import type { Browser, Page } from 'playwright-core';
import { addWebhook, newSecret } from '../../src/deliveries/endpoints/add-endpoint.js';
import { removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { startWorker } from '../../worker/start-worker.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { buildClient } from '../support/build-packages.js';
import { addTicketType } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { addEvents, change } from '../support/data/listings.js';
import { temporaryFolder } from '../support/environment.js';
import { describeInBrowser, findFaults, newTestPage, startBrowser } from '../support/system/browser.js';
import { testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';
import { type RunningExample, runExample } from './support/run-example.js';

const folder = temporaryFolder();
let api: TestApi;
let origin: string;
let key: string;
const running: RunningExample[] = [];

beforeAll(async () => {
  await buildClient();
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  // Receivers compare the time of a signature with their clock.
  api.ctx.clock.set(new Date().toISOString());
  await addEvents(api.ctx, [
    { id: 'evt_test_a', test: true, name: 'Sample in Helsinki' },
    { id: 'evt_test_b', test: true, name: 'Sample in Berlin', city: 'Berlin', country: 'DE' },
  ]);
  await addTicketType(api.ctx, 'evt_test_a', { capacity: 10 });
  origin = `http://localhost:${new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port}`;
  ({ key } = await api.newKey({ kind: 'test', rateLimit: 1_000_000 }));
});
afterAll(async () => {
  for (const program of running) {
    program.child.kill();
    await program.ended;
  }
  await api.close();
  folder.remove();
});

function begin(...example: Parameters<typeof runExample>): RunningExample {
  const program = runExample(...example);
  running.push(program);
  return program;
}

test('the receiver keeps the newest version of repeated and reordered deliveries', async () => {
  const secret = 'whsec_0123456789abcdefghjkmnpqrstvwxyz01234567';
  const receiver = begin('webhook-receiver/receiver.ts', { PORT: '0', WEBHOOK_SECRET: `whsec_old,${secret}` }, [
    `${folder.path}/state.db`,
  ]);
  const port = await receiver.port();
  const post = async (id: string, data: object, signedWith = secret) => {
    const body = JSON.stringify({ id, type: 'event.changed', created_at: '2026-11-24T12:00:00Z', mode: 'test', data });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = { 'service-signature': signatureHeader([signedWith], { timestamp, body }) };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
  };
  const event = (updated_at: string) => ({ event: { id: 'evt_1', updated_at } });
  expect(await post('chg_2', event('2026-11-24T12:00:02.000Z'))).toBe(204);
  expect(await post('chg_1', event('2026-11-24T12:00:01.000Z'))).toBe(204);
  expect(await post('chg_3', { withdrawn: { id: 'evt_1', withdrawn_at: '2026-11-24T12:00:02.000001Z' } })).toBe(204);
  expect(await post('chg_2', event('2026-11-24T12:00:02.000Z'))).toBe(204);
  expect(await post('chg_4', event('2026-11-24T12:00:04.000Z'), 'whsec_other')).toBe(400);
  const lines = () =>
    receiver
      .output()
      .split('\n')
      .filter((line) => line.includes('event:evt_1'));
  await waitFor(() => lines().length === 4);
  expect(lines()).toEqual([
    'chg_2 event:evt_1 kept',
    'chg_1 event:evt_1 known or older',
    'chg_3 event:evt_1 kept',
    'chg_2 event:evt_1 known or older',
  ]);
  expect(receiver.output()).toContain('No signature matches this body and your secrets');
});

describeInBrowser('the checkout', () => {
  const WAY_BACK = 'https://shop.example/done?cart=7';
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test.each([
    [
      'test',
      'Your ticket is paid (a test: no real money).',
      (page: Page) => page.getByRole('button', { name: /Pay/ }).click(),
    ],
    [
      'cancelled',
      'Your order was cancelled. Nothing was charged.',
      (page: Page) => page.getByRole('button', { name: /Cancel/ }).click(),
    ],
    [
      'expired',
      'Your order has expired. Nothing was charged.',
      async (page: Page, orderId: string) => {
        await expireOrder(api.ctx, { orderId });
        await page.reload();
      },
    ],
  ])(
    'leads the buyer of an order that becomes %s back to the app, which shows it by the webhook',
    async (status, text, act) => {
      const port = await freePort();
      const secret = newSecret();
      const { id } = await addWebhook(api.ctx, {
        key,
        url: `http://127.0.0.1:${port}/`,
        secret,
        events: ['order.changed'],
      });
      const worker = await startWorker(api.ctx, { workflowBundle: testWorkflowBundle() });
      const { page, close } = await newTestPage(browser, origin);
      // The app's https address on the internet.
      await page.route('https://shop.example/**', async (route) => {
        const { pathname, search } = new URL(route.request().url());
        await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}${pathname}${search}` }) });
      });
      try {
        const env = {
          BASE_URL: `${origin}/v1`,
          PARTNER_EVENTS_KEY: key,
          WEBHOOK_SECRET: secret,
          PORT: `${port}`,
          RETURN_URL: WAY_BACK,
        };
        const checkout = begin('checkout/checkout.ts', env, ['evt_test_a']);
        await waitFor(() => /pay at \S+/.test(checkout.output()) || checkout.child.exitCode !== null);
        expect(checkout.output()).toMatch(/: \d+(\.\d+)? [A-Z]{3}\n/);
        const token = /\/checkout\/(\w+)/.exec(checkout.output())?.[1] ?? '';
        const [order] = await api.ctx.sql<{ id: string }[]>`SELECT id FROM orders WHERE checkout_token = ${token}`;
        const orderId = order?.id ?? '';

        await page.goto(`https://shop.example/done?order_id=${orderId}&status=paid`);
        await page.getByRole('heading', { name: 'We are waiting for your payment.' }).waitFor();
        await page.goto(`/checkout/${token}`);
        await act(page, orderId);
        await page.getByRole('link', { name: 'shop.example' }).click();
        await page.getByRole('heading', { name: text }).waitFor();
        expect(page.url()).toBe(`${WAY_BACK}&order_id=${orderId}&status=${status}`);
        await waitFor(() => checkout.output().includes(`the order is ${status}`));
      } finally {
        await close();
        await removeEndpoint(api.ctx, id);
        await worker.stop();
      }
    },
  );
});

describeInBrowser('the list page', () => {
  test('lists events with buy links of its own, and filters them by city', async () => {
    const server = begin('list-page/server.ts', { PORT: '0', BASE_URL: `${origin}/v1`, WEBSITE_KEY: key });
    const browser = await startBrowser();
    try {
      const { page, complaints } = await newTestPage(browser, `http://localhost:${await server.port()}`);
      await page.goto('/');
      await page.getByText('2 events').waitFor();
      const [link] = await page.getByRole('link').all();
      expect(await link?.getAttribute('href')).toMatch(/\/buy\/evt_test_[ab]\?ref=\w+&sub_id=list-page\.\d+$/);
      await page.getByLabel('City').selectOption('Berlin');
      await page.getByText('1 events').waitFor();
      expect(await page.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('Sample in Berlin')]);
      expect(await findFaults(page)).toEqual([]);
      expect(complaints()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describeInBrowser('the search page', () => {
  test('finds events while the visitor types, keeps favourites and forgets withdrawn ones, in German', async () => {
    const env = { PORT: '0', BASE_URL: `${origin}/v1`, WEBSITE_KEY: key };
    const server = begin('list-page/server.ts', env, [], 'search-page');
    const browser = await startBrowser();
    try {
      const { page, complaints } = await newTestPage(browser, `http://localhost:${await server.port()}`);
      await page.goto('/');
      await page.getByText('Gefunden: 2').waitFor();
      await page.getByLabel('Suche').pressSequentially('berl');
      await page.getByText('Gefunden: 1').waitFor();
      await page.getByRole('button', { name: 'Merken: Sample in Berlin' }).click();
      const favourite = page.locator('#favourites').getByRole('listitem');
      expect(await favourite.innerText()).toMatch(/(Mo|Di|Mi|Do|Fr|Sa|So)\., .* · Berlin · Preis noch nicht bekannt/);
      expect(await page.getByLabel('Kategorie').innerText()).toContain('Musik (2)');
      expect(await findFaults(page)).toEqual([]);
      await change(api.ctx, 'evt_test_b', { shared: false });
      await page.reload();
      await page.getByText('Gefunden: 1').waitFor();
      await favourite.waitFor({ state: 'detached' });
      expect(await page.evaluate("localStorage.getItem('favourites')")).toBe('[]');
      // A newer search ends the one before it.
      expect(complaints().filter((text) => !text.includes('ERR_ABORTED'))).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
