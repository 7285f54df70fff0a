// Over twenty seconds: Swagger UI takes seconds to draw all operations each time it is opened, and axe to judge them.
import type { Browser, Locator, Page } from 'playwright-core';
import {
  describeInBrowser,
  findFaults,
  newTestPage,
  startBrowser,
  type TestPage,
  TWO_LOOKS,
} from '../support/system/browser.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';

const ORDER = {
  event_id: 'evt_test_berlin_jazz_night',
  ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
  quantity: 1,
  buyer_email: 'ada@example.com',
  buyer_name: 'Ada',
};

describeInBrowser('/docs in a browser', () => {
  let browser: Browser;
  let site: BrowserSite;
  let tab: TestPage;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([startBrowser(), openBrowserSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** A session of its own, opened once for several tests: the page takes seconds to draw itself. */
  function openOnce(): void {
    beforeAll(async () => {
      tab = await newTestPage(browser, site.origin);
      page = tab.page;
      await page.goto('/docs');
      await page.locator('.opblock').first().waitFor();
    });
    afterEach(leaveAsOpened);
    afterAll(() => tab.close());
  }

  /** Without a key and with every operation closed. */
  async function leaveAsOpened(): Promise<void> {
    await page.keyboard.press('Escape');
    if (await isAuthorized()) await logOut();
    const open = page.locator('.opblock.is-open > .opblock-summary .opblock-summary-control');
    for (const operation of (await open.all()).reverse()) await operation.click();
  }

  const authorizeButton = () => page.locator('.scheme-container .btn.authorize');
  const isAuthorized = async () => (await authorizeButton().getAttribute('class'))?.split(' ').includes('locked');

  /** Enters the key as a reader does. */
  async function enterKey(key: string): Promise<void> {
    await authorizeButton().click();
    await page.getByRole('dialog').getByLabel('Value').first().fill(key);
    await page.getByRole('dialog').getByRole('button', { name: 'Authorize' }).first().click();
    await page.keyboard.press('Escape');
    expect(await isAuthorized()).toBe(true);
  }

  async function logOut(): Promise<void> {
    await authorizeButton().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.keyboard.press('Escape');
    expect(await isAuthorized()).toBe(false);
  }

  /** Opens an operation for trying it. */
  async function tryOut(summary: string): Promise<Locator> {
    const operation = page.locator('.opblock', { hasText: summary });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    return operation;
  }

  /** Presses Execute and returns the status of the answer. */
  async function execute(operation: Locator): Promise<string> {
    await operation.getByRole('button', { name: 'Execute' }).click();
    const status = operation.locator('.live-responses-table tbody .response-col_status').first();
    return (await status.innerText()).trim();
  }

  describe('for a reader', () => {
    openOnce();

    test('is clean as it opens, and while a key is entered', async () => {
      expect(await findFaults(page)).toEqual([]);
      await authorizeButton().click();
      await page.getByRole('dialog').waitFor();
      expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
      await page.keyboard.press('Escape');
      await enterKey(site.api.keys.test.key);
      await authorizeButton().click();
      expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
      expect(tab.complaints()).toEqual([]);
    });

    test('leads home and to the dashboard, in the font and the icon of the other pages', async () => {
      const links = page.getByRole('navigation', { name: 'Partner Events' }).getByRole('link');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/',
        '/dashboard',
      ]);
      const font = (selector: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).fontFamily`);
      expect(await font('.info .title')).toMatch(/^Inter,/);
      expect(await font('.opblock-summary-path')).toContain('mono');
      expect(await page.locator('link[rel=icon]').getAttribute('type')).toBe('image/svg+xml');
    });

    test('reads events with a test key, and stays clean', async () => {
      await enterKey(site.api.keys.test.key);
      const operation = await tryOut('List events');
      await operation.locator('tr[data-param-name="limit"] input').fill('1');
      expect(await execute(operation)).toBe('200');
      expect(await operation.locator('.live-responses-table').innerText()).toContain('evt_test_');
      expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
      expect(tab.complaints()).toEqual([]);
    });

    test('makes an order with the Idempotency-Key left empty, the same one when it is sent again', async () => {
      await enterKey(site.api.keys.test.key);
      const operation = await tryOut('Hold tickets and get the payment link');
      const field = operation.locator('tr[data-param-name="Idempotency-Key"] input');
      await field.fill('');
      await operation.getByLabel('Request body').fill(JSON.stringify(ORDER));
      expect(await execute(operation)).toBe('200');
      expect(await field.inputValue()).toMatch(/^[A-Za-z0-9_-]{8,80}$/);
      const replay = page.waitForResponse((answer) => answer.url().endsWith('/v1/orders'));
      await execute(operation);
      expect((await replay).headers()['idempotency-replayed']).toBe('true');
      expect(await findFaults(page, TWO_LOOKS)).toEqual([]);
      expect(tab.complaints()).toEqual([]);
    });

    test('says what is missing', async () => {
      const operation = await tryOut('Read an event');
      await operation.locator('tr[data-param-name="id"] input').fill('');
      await operation.getByRole('button', { name: 'Execute' }).click();
      const alert = operation.getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/id/);
    });
  });

  describe('and its keys', () => {
    openOnce();

    test.each(['test', 'website'] as const)('keeps a %s key for the tab until log out', async (kind) => {
      const { key } = site.api.keys[kind];
      await enterKey(key);
      await page.reload();
      await page.locator('.scheme-container .btn.authorize.locked').waitFor();
      expect(page.url()).not.toContain(key);
      expect(await page.evaluate('localStorage.length')).toBe(0);

      await authorizeButton().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
      await page.reload();
      await page.locator('.opblock').first().waitFor();
      expect(await isAuthorized()).toBe(false);
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    test('stores no server key, and says so before one is entered', async () => {
      await enterKey(site.api.keys.test.key);
      await authorizeButton().click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.innerText()).toContain('A server key is not stored');
      await dialog.getByRole('button', { name: 'Logout' }).click();
      await page.keyboard.press('Escape');
      await enterKey(site.api.keys.server.key);
      expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(
        site.api.keys.server.key,
      );
      await page.reload();
      await page.locator('.opblock').first().waitFor();
      expect(await isAuthorized()).toBe(false);
    });
  });
});
