// Over twenty seconds: every page is checked in light and dark, on a desktop and a phone.
import type { Browser, Page } from 'playwright-core';
import { queueMail } from '../../src/platform/mail/queue-mail.js';
import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import { sendTicketMail } from '../../src/tickets/send-ticket-mail.js';
import { bearer } from '../support/api.js';
import { describeInBrowser, findFaults, newTestPage, startBrowser, type TestPage } from '../support/system/browser.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';

const EVENT = 'evt_test_berlin_jazz_night';

describeInBrowser('the pages in a browser', () => {
  let browser: Browser;
  let site: BrowserSite;
  let tab: TestPage;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([startBrowser(), openBrowserSite()]);
    // One for all tests: a new process of the browser compiles axe and the pages again.
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

  async function expectClean(heading: string | RegExp): Promise<void> {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await findFaults(page)).toEqual([]);
  }

  /** Follows the buy link of the test key to the payment page. */
  async function buy(): Promise<void> {
    const answer = await site.api.app.inject({ url: `/v1/events/${EVENT}`, headers: bearer(site.api.keys.test) });
    await page.goto(`${answer.json().event.tickets.buy_url}&sub_id=browser-click`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/checkout/**');
  }

  test.each([
    ['/', 'Show live events and earn on ticket sales'],
    ['/problems', 'Problems'],
    ['/problems/rate_limited', /./],
    ['/problems/idempotency_key_reused', /./],
    [`/e/${EVENT}`, /Jazz Night/],
    ['/e/evt_unknown', /./],
    ['/buy/evt_unknown', 'Event not found'],
    ['/checkout/nobody', 'Order not found'],
    ['/tickets/nobody', 'Page not found'],
    ['/sandbox', 'Sandbox'],
    ['/dev/mail', 'Mailbox'],
  ] as const)('%s is clean', async (path, heading) => {
    await page.goto(path);
    await expectClean(heading);
  });

  test('the mailbox shows a mail as text and as HTML', async () => {
    const { ctx } = site.api;
    await ctx.sql.begin((tx) =>
      queueMail(ctx, tx, {
        reason: 'test',
        idempotencyKey: 'browser',
        to: 'ada@example.com',
        letter: {
          subject: 'Your link',
          paragraphs: ['Here it is.'],
          action: { label: 'Go', url: `${site.origin}/sandbox#${'x'.repeat(46)}` },
          notes: ['Ignore it if it was not you.'],
        },
        expiresAt: ctx.clock.now(),
      }),
    );
    await page.goto('/dev/mail');
    await expectClean('Mailbox');
    await page.getByRole('link', { name: 'Your link' }).click();
    await expectClean('Your link');
    await page.getByRole('link', { name: 'As HTML' }).click();
    await expectClean('Your link');
    await page.getByRole('link', { name: 'Go' }).click();
    await expectClean('Sandbox');
  });

  test('the landing page leads to the sandbox, and the quickstart does too', async () => {
    for (const path of ['/', '/docs/quickstart']) {
      await page.goto(path);
      // Not the page of the reference, which the navigation of the guides names too.
      await page.locator('a[href$="/sandbox"]:not([href*="/reference/"])').first().click();
      await page.getByRole('heading', { name: 'Sandbox' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/sandbox');
    }
  });

  test('an event shows its picture, and its own letter where that cannot be loaded', async () => {
    const banner = page.locator('.banner');
    await page.goto(`/e/${EVENT}`);
    await banner.locator('img').waitFor();
    expect(await page.evaluate('document.querySelector(".banner img").naturalWidth')).toBe(1200);
    await site.api.ctx.sql`UPDATE events SET image = 'https://images.example/missing.jpg' WHERE id = ${EVENT}`;
    await page.goto(`/buy/${EVENT}`);
    await banner.locator('img').waitFor({ state: 'detached' });
    expect(await banner.innerText()).toBe('B');
    expect(tab.complaints().every((one) => one.includes('images.example'))).toBe(true);
    await site.api.ctx.sql`UPDATE events SET image = '/pictures/music-1.jpg' WHERE id = ${EVENT}`;
  });

  test('buy, refused and taken; pay; the sale in the sandbox, refunded', async () => {
    await page.goto(`/buy/${EVENT}`);
    await expectClean(/Jazz Night/);
    const total = page.getByLabel('Total');
    const one = await total.innerText();
    await page.getByLabel('Quantity').fill('2');
    expect(await total.innerText()).not.toBe(one);
    expect(await page.getByRole('button', { name: 'Update the total' }).isVisible()).toBe(false);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada@localhost');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await expectClean(/Jazz Night/);

    await buy();
    await page
      .getByRole('timer')
      .filter({ hasText: /\d+:\d\d left/ })
      .waitFor();
    await expectClean('Pay for your tickets');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expectClean('Thank you for your order');

    await page.goto('/sandbox');
    await page.getByLabel('Test key').fill('tt_test_of_nobody');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').waitFor();
    await expectClean('Sandbox');
    await page.getByLabel('Test key').fill(site.api.keys.test.key);
    await page.getByRole('button', { name: 'Open' }).click();
    await expectClean('Sandbox of Example Partner');
    expect(await page.getByRole('row', { name: 'browser-click' }).innerText()).toContain('pending');
    await page.getByRole('button', { name: 'Refund' }).click();
    await expectClean('Sandbox of Example Partner');
    expect(await page.getByRole('row', { name: 'browser-click' }).innerText()).toContain('reversed');
  });

  test('in German, and the time in the zone of who reads it', async () => {
    await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
    await page.goto(`/buy/${EVENT}`);
    await page.getByRole('button', { name: 'Weiter' }).waitFor();
    await page.getByText('In Ihrer Zeitzone').waitFor();
    expect(await findFaults(page, [{ width: 390, scheme: 'dark' }])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    const label = await page.getByText('Summe', { exact: true }).boundingBox();
    // As high as one line of 24: the word is not broken.
    expect(label?.height).toBeLessThan(30);
  });

  test("an order's own page, and the mailbox of its test key", async () => {
    const { ctx, keys } = site.api;
    // Orders are identified by their times.
    ctx.clock.advance(1_000);
    await buy();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Thank you for your order' }).waitFor();
    const [order] = await ctx.sql<
      { id: string }[]
    >`SELECT order_id AS id FROM order_pages ORDER BY created_at DESC LIMIT 1`;
    const orderId = order?.id ?? '';
    await page.goto((await orderPageUrl(ctx, orderId)) ?? '');
    await expectClean(/Jazz Night/);
    await page.getByRole('img', { name: /^Code [0-9A-Z-]{23}$/ }).waitFor();
    await sendTicketMail(ctx, orderId);
    await page.getByRole('button', { name: 'Send the tickets again' }).click();
    await page.getByText('We sent the tickets a short while ago.').waitFor();
    await expectClean(/Jazz Night/);

    await page.goto('/sandbox');
    await page.getByLabel('Test key').fill(keys.test.key);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('link', { name: 'Mailbox' }).click();
    await expectClean('Mailbox');
    await page
      .getByRole('link', { name: /^SAMPLE: Your tickets/ })
      .first()
      .click();
    await expectClean(/^SAMPLE: Your tickets/);
    await page.getByRole('link', { name: 'As HTML' }).click();
    await expectClean(/^SAMPLE: Your tickets/);
  });

  test('a cancelled payment page, and an expired one', async () => {
    await buy();
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await expectClean('This order was cancelled');

    await buy();
    const before = site.api.ctx.clock.now();
    site.api.ctx.clock.advance(31 * 60_000);
    await page.reload();
    await expectClean('This order has expired');
    site.api.ctx.clock.set(before);
  });
});
