// Over ten seconds: axe checks every page of the documentation, on a desktop and a phone.
import type { Browser, Locator, Page } from 'playwright-core';
import { ALL_GUIDES } from '../../api/docs/navigation.js';
import { TAGS } from '../../api/documents/tags.js';
import { bearer } from '../support/api.js';
import { SESSION_COOKIE } from '../support/dashboard/dashboard.js';
import { signIn } from '../support/dashboard/members.js';
import {
  describeInBrowser,
  findFaults,
  newTestPage,
  startBrowser,
  type TestPage,
  TWO_LOOKS,
} from '../support/system/browser.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';

const PAGES = [
  '/docs',
  ...ALL_GUIDES.map(({ slug }) => `/docs/${slug}`),
  ...TAGS.map(({ name }) => `/docs/reference/${name.toLowerCase()}`),
];

describeInBrowser('/docs in a browser', () => {
  let browser: Browser;
  let site: BrowserSite;
  let tab: TestPage;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([startBrowser(), openBrowserSite()]);
    tab = await newTestPage(browser, site.origin);
    page = tab.page;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(async () => {
    expect(tab.complaints()).toEqual([]);
    await tab.renew();
  });

  const keyButton = () => page.locator('#key-button');

  /** Enters the key as a reader does. */
  async function enterKey(key: string): Promise<void> {
    await keyButton().click();
    await page.getByLabel('Test key or website key').fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
  }

  /** Opens the form of an operation. */
  async function open(resource: string, operation: string): Promise<Locator> {
    await page.goto(`/docs/reference/${resource}`);
    const form = page.locator('details.try', { has: page.locator(`form[data-operation=${operation}]`) });
    await form.locator('summary').click();
    return form;
  }

  /** Sends the form and returns the answer. */
  async function send(form: Locator): Promise<string> {
    await form.getByRole('button', { name: 'Send' }).click();
    const answer = form.locator('.answer');
    await answer.getByText(/HTTP \d+|No answer/).waitFor();
    return answer.innerText();
  }

  test.each(PAGES)('%s is clean', async (path) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
  });

  test('is clean in every look while all of it is open', async () => {
    await page.goto('/docs/reference/orders');
    for (const form of await page.locator('details.try > summary').all()) await form.click();
    expect(await findFaults(page)).toEqual([]);
    await keyButton().click();
    await page.getByRole('dialog').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  test('the search leads to a guide, a field and a problem, from the keyboard alone', async () => {
    for (const [words, place] of [
      ['verify signature', '/docs/webhooks#verify-the-signature'],
      ['minimum_earnings', '/docs/reference/events#getEvents--parameters'],
      ['bulk_too_soon', '/problems/bulk_too_soon'],
      ['CORS', '/docs/conventions#cors-calls-from-a-web-page'],
    ] as const) {
      await page.goto('/docs');
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      const found = page.getByRole('option');
      await found.first().waitFor();
      expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
      const hrefs = await found.evaluateAll((all) => all.map((one) => one.getAttribute('data-href')));
      expect(hrefs).toContain(place);
      for (let step = 0; step < hrefs.indexOf(place); step += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${place}`);
    }
  });

  test('the key of the reader stands in the code, for the tab alone, until it is forgotten', async () => {
    const { key } = site.api.keys.test;
    const code = page.locator('.code code').first();
    await page.goto('/docs/quickstart');
    expect(await code.innerText()).toContain('export KEY=tt_test_…');
    await enterKey(key);
    expect(await code.innerText()).toContain(`export KEY=${key}`);
    await page.reload();
    expect(await code.innerText()).toContain(`export KEY=${key}`);
    expect(page.url()).not.toContain(key);
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(key);
    await keyButton().click();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    expect(await code.innerText()).toContain('export KEY=tt_test_…');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('a test key that the dashboard has just made is filled in', async () => {
    const { key } = site.api.keys.test;
    await page.goto('/dashboard');
    const opened = page.waitForEvent('popup');
    // The dashboard's behaviour when it shows the key (`SecretForm`).
    await page.evaluate(`
      sessionStorage.setItem('partner-events.docs.key', '${key}');
      const link = Object.assign(document.createElement('a'), { href: '/docs/quickstart', target: '_blank', rel: 'opener' });
      document.body.append(link);
      link.click();
    `);
    const quickstart = await opened;
    // Its script fills it in after the page is there.
    const filled = quickstart.locator('.code code', { hasText: `export KEY=${key}` }).first();
    await filled.waitFor();
    expect(await filled.innerText()).not.toContain('tt_test_…');
    await quickstart.close();
    tab.complaints();
  });

  test('only a signed-in developer gets a test key by one press', async () => {
    const { companyId, ctx } = site.api;
    const code = page.locator('.code code').first();
    const make = async () => {
      await keyButton().click();
      await page.getByRole('button', { name: 'Make a test key' }).click();
    };
    const become = async (role: 'developer' | 'viewer') => {
      const { token } = await signIn(ctx, { companyId, email: `${role}@docs.example`, role });
      await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url: site.origin }]);
    };
    await page.goto('/docs/quickstart');
    await make();
    await page.getByText('You are not signed in.').waitFor();
    await become('viewer');
    await page.getByRole('button', { name: 'Make a test key' }).click();
    await page.getByText('Your role, viewer, does not allow this.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await become('developer');
    await make();
    await page.getByRole('button', { name: 'Your key is filled in' }).waitFor();
    const [key] = /tt_test_\w{20,}/.exec(await code.innerText()) ?? [];
    const answer = await site.api.app.inject({ url: '/v1/events?limit=1', headers: bearer({ key: key ?? '' }) });
    expect(answer.json()).toMatchObject({ mode: 'test' });
    // The browser reports the two refusals.
    expect(tab.complaints()).toHaveLength(2);
  });

  test('a server key is refused, and stored nowhere', async () => {
    const { key } = site.api.keys.server;
    await page.goto('/docs/quickstart');
    await enterKey(key);
    expect(await page.getByRole('alert').innerText()).toContain('A server key does not belong in a browser');
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(key);
  });

  test('reads events with a test key, and asks for one first', async () => {
    const form = await open('events', 'getEvents');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('needs a test key');
    await page.getByLabel('Test key or website key').fill(site.api.keys.test.key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    // Without another press of Send.
    await form.locator('.answer').getByText('HTTP 200').waitFor();
    const answer = await form.locator('.answer').innerText();
    expect(answer).toContain('HTTP 200');
    expect(answer).toContain('"evt_test_');
    expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
  });

  test('makes an order without an Idempotency-Key of the reader, and the same one when it is sent again', async () => {
    await page.goto('/docs/quickstart');
    await enterKey(site.api.keys.test.key);
    const form = await open('orders', 'postOrders');
    expect(await send(form)).toContain('"checkout_url"');
    expect(await form.getByLabel('Idempotency-Key').inputValue()).toMatch(/^[A-Za-z0-9_-]{8,80}$/);
    const replay = page.waitForResponse((answer) => answer.url().endsWith('/v1/orders'));
    await form.getByRole('button', { name: 'Send' }).click();
    expect((await replay).headers()['idempotency-replayed']).toBe('true');
  });

  test('samples are tabs, and all samples share the language', async () => {
    await page.goto('/docs/quickstart');
    const tabs = page.getByRole('tab', { name: 'Python' });
    expect(await tabs.count()).toBeGreaterThan(1);
    await page.getByRole('tab', { name: 'Shell' }).first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await tabs.evaluateAll((all) => all.map((one) => one.getAttribute('aria-selected')))).not.toContain('false');
    expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
  });

  test("the reader's colours count here and in the dashboard", async () => {
    await page.goto('/docs');
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByLabel('Colours').selectOption('dark');
    expect(await ground()).not.toBe(light);
    await page.reload();
    expect(await ground()).not.toBe(light);
    expect(await page.evaluate("localStorage.getItem('mantine-color-scheme-value')")).toBe('dark');
  });

  test('links to the reference of before lead on, and fields have links of their own', async () => {
    await page.goto('/docs#/Orders/postOrders');
    await page.waitForURL('**/docs/reference/orders#postOrders');
    await page.goto('/docs/reference/events#Event.tickets.buy_url');
    expect(await page.locator('tr:target').innerText()).toContain('tickets.buy_url');
  });

  test('on a phone, the navigation opens and leads on', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/docs/webhooks');
    const link = page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Earnings' })
      .first();
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL('**/docs/earnings');
  });
});
