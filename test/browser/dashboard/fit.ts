import type { Page } from 'playwright-core';
import type { Id } from '../../../src/core/ids.js';
import { reverseSale } from '../../../src/earnings/reverse-sale.js';
import { saveFilters } from '../../../src/members/saved-filters.js';
import type { SignedIn } from '../../../src/members/signed-in.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { deleteOldSignals } from '../../../src/signals/delete-old-signals.js';
import { addSignals } from '../../../src/signals/sql/signals.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';
import { addKey, addSale, addTicketedEvent, type Seller } from '../../support/data/build.js';
import { seedDeliveries } from '../../support/data/delivery-history.js';
import { seedLine, writtenStatement } from '../../support/data/settle.js';
import { waitFor } from '../../support/wait-for.js';
import { openLateAnswers } from './late-answers.js';

const LONG_NAME = 'The Very Long Night of Experimental Jazz, Poetry and Improvised Opera at the Old Harbour Warehouse';
const LONG_SUB_ID =
  'newsletter-2026-11-autumn-special-edition-for-loyal-readers-in-northern-germany-and-denmark_variant-b';
const CURRENCIES = ['EUR', 'JPY', 'KWD', 'USD', 'GBP', 'CHF'];
const WIDTHS = [390, 1024, 1280, 1920];

/** Sales in six currencies with long names and click ids, reversals, a statement, and visits. */
async function seedMoney(site: DashboardSite): Promise<{ statement: string; webhook: string; orders: string[] }> {
  const { ctx, companyId, keys } = site.api;
  const partner: Seller = await addKey(ctx, companyId, 'server');
  const orders: string[] = [];
  for (const [i, currency] of CURRENCIES.entries()) {
    const reward = { kind: 'flat' as const, amountMinor: 123_456_700 + i };
    const event = await addTicketedEvent(ctx, { currency, priceMinor: 987_654_300, reward });
    await ctx.sql`UPDATE events SET name = ${LONG_NAME} WHERE id = ${event.eventId}`;
    const { saleId, orderId } = await addSale(ctx, partner, event, { subId: LONG_SUB_ID });
    orders.push(orderId);
    await addSale(ctx, partner, event, { quantity: 2 });
    if (i % 2) await reverseSale(ctx, { saleId, reason: 'fraud' });
  }
  await seedLine(ctx, partner, -5_000, ctx.clock.now(), 'SEK');
  await deleteOldSignals(ctx);
  const event = await addTicketedEvent(ctx);
  await ctx.sql`UPDATE events SET name = ${LONG_NAME}, country = 'DE' WHERE id = ${event.eventId}`;
  const now = ctx.clock.now();
  const signals = [0, 1, 3, 9].flatMap((back) =>
    (['impression', 'event_click', 'checkout'] as const).flatMap((type, i) =>
      Array.from({ length: 9 - 3 * i }, () => ({
        ...{ keyId: partner.keyId, companyId, type, eventId: event.eventId, shown: 0, digest: null },
        at: new Date(now.getTime() - back * 86_400_000),
        ...(type === 'checkout' && { subId: LONG_SUB_ID, obstacle: null }),
      })),
    ),
  );
  await addSignals(ctx.sql, signals, now);
  const { id: webhook } = await seedDeliveries(site.api, 3);
  await ctx.sql`UPDATE api_keys SET name = ${LONG_NAME} WHERE id = ${keys.test.id}`;
  const over = { startsAt: '2026-10-10T18:00:00Z', endsAt: '2026-10-10T20:00:00Z' };
  const listed = await addTicketedEvent(ctx, { ...over, reward: { kind: 'flat', amountMinor: 123_456_700 } });
  await ctx.sql`UPDATE events SET name = ${LONG_NAME} WHERE id = ${listed.eventId}`;
  const { saleId, orderId } = await addSale(ctx, partner, listed, { quantity: 2 });
  const statement = await writtenStatement(site.api);
  await reverseSale(ctx, { saleId, reason: 'chargeback', amount: 44.4 });
  orders.push(orderId);
  const paymentReference = `${LONG_SUB_ID.slice(0, 40)} ${LONG_SUB_ID.slice(-40)}`;
  await payStatement(ctx, { settlementId: statement, requestedBy: 'finance', reason: 'due', paymentReference });
  return { statement, webhook, orders };
}

/** Saved filters, and an event that can no longer be sold: both arrive after the lists. @returns the event's id. */
async function seedLateContent({ api: { ctx, companyId } }: DashboardSite, email: string): Promise<string> {
  const [member] = await ctx.sql<[{ id: Id<'member'> }]>`SELECT id FROM members WHERE email = ${email}`;
  const caller = { companyId, memberId: member.id } as SignedIn;
  await saveFilters(ctx, caller, { page: '/earnings', name: LONG_NAME.slice(0, 60), filters: { status: 'pending' } });
  const [event] = await ctx.sql<[{ id: string }]>`
    UPDATE events SET status = 'sold_out', date = '2026-12-24' WHERE id = (SELECT event_id FROM signal_counts LIMIT 1) RETURNING id`;
  return event.id;
}

/** Values on several lines. */
const broken = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const values = 'td[data-kind="value"], td[data-kind="number"], time, code, [class*="money"], [class*="badge"]';
    return [...document.querySelectorAll(values)].flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) return [text.textContent];
      }
      return [];
    });
  })()`);

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The elements that make a page wider than its window. */
const tooWide = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
    .map((one) => one.outerHTML.slice(0, 100)).slice(-3)`);

export function fitJourneys(get: () => DashboardSite): void {
  let pages: string[] = [];
  beforeAll(async () => {
    const { statement, webhook, orders } = await seedMoney(get());
    pages = [
      ...[
        '?mode=live',
        '/earnings?mode=live',
        '/statements',
        '/payments',
        `/statements/${statement}`,
        '/funnel?mode=live',
      ],
      ...[
        '/funnel?mode=live&by=sub_id',
        '/missing-sales?mode=live',
        '/keys?mode=test',
        `/webhooks/${webhook}?mode=test`,
      ],
      ...[
        '/webhooks?mode=test',
        '/requests?mode=test',
        '/use?mode=test',
        '/audit',
        '/members',
        '/security',
        '/company',
      ],
      '/test-data?mode=test',
      ...orders.slice(-3).map((order) => `/earnings/${order}?mode=live`),
    ];
  });

  test('amounts, dates and ids never break, and no page is wider than its window', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    const wrong: unknown[] = [];
    for (const path of pages) {
      await page.goto(`/dashboard${path}`);
      await page.locator('h1').first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const text of await broken(page)) wrong.push([path, width, text]);
        // The layout follows a new width after a frame or two.
        const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
        // Not by waitForFunction: its second look is an eval of the page, which the page's policy reports.
        await waitFor(() => page.evaluate<boolean>(fits), { timeout: 2_000 }).catch(() => {});
        const over = await overflow(page);
        if (over > 0) wrong.push([path, width, over, await tooWide(page)]);
        if (process.env.SCREENSHOTS) {
          const name = `${path.replaceAll(/\W+/g, '-')}-${width}.png`;
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/fit${name}`, fullPage: true });
        }
      }
    }
    expect(wrong).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.close();
  });

  test('a text that is cut is shown in full when pressed, also by keyboard', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await page.setViewportSize({ width: 1024, height: 800 });
    await tab.visit('/earnings?mode=live', 'Earnings');
    const cut = page.getByRole('table', { name: 'Earnings' }).getByRole('button', { name: LONG_SUB_ID }).first();
    await cut.waitFor();
    expect(await cut.getAttribute('title')).toBe(LONG_SUB_ID);
    await cut.focus();
    await page.keyboard.press('Enter');
    expect(await cut.getAttribute('aria-expanded')).toBe('true');
    expect(await page.evaluate('document.activeElement.scrollWidth - document.activeElement.clientWidth')).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.close();
  });

  test('the event filter adds the day to a repeated name', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/earnings?mode=live', 'Earnings');
    const options = page.getByRole('combobox', { name: 'Event' }).locator('option');
    await options.nth(1).waitFor({ state: 'attached' });
    expect(await options.allInnerTexts()).toContain(`${LONG_NAME}, 10\u00a0Oct\u00a02026`);
    await tab.close();
  });

  test('answers in any order do not move the page', async () => {
    const site = get();
    const tab = await site.signedIn();
    const { page, email } = tab;
    const browser = page.context().browser();
    if (!browser) throw new Error('no browser');
    const cookies = await page.context().cookies();
    const event = await seedLateContent(site, email);
    const filtered = [
      '/earnings?mode=live&status=pending',
      ...['/links?mode=live', '/links?mode=test', '/campaigns?mode=live'],
      ...['earnings', 'funnel', 'campaigns'].map((name) => `/${name}?mode=live&event_id=${event}`),
    ];
    const moved: unknown[] = [];
    const look = async (width: number) => {
      for (const next of ['oldest', 'newest'] as const) {
        const late = await openLateAnswers(browser, { width, cookies, next });
        // The last pages are of one kind.
        for (const path of [...pages.slice(0, -2), ...filtered]) {
          const { shift, causes } = await late.look(`${site.origin}/dashboard${path}`);
          if (shift > 0.1) moved.push([path, width, `${next} first`, causes]);
        }
        await late.close();
      }
    };
    await Promise.all([look(390), look(1280)]);
    expect(moved).toEqual([]);
    await tab.close();
  });

  test('the focus returns to what opened a dialog, from buttons and menus', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    const focused = () =>
      page.evaluate<string>('document.activeElement.innerText || document.activeElement.getAttribute("aria-label")');
    for (const [path, heading, name] of [
      ['/missing-sales?mode=live', 'Missing sales', 'Ask about a sale'],
      ['/keys?mode=test', 'API keys', 'Create a key'],
      ['/webhooks?mode=test', 'Webhooks', 'Add a webhook'],
      ['/members', 'Team', 'Invite a member'],
      ['/security', 'Security', 'Add a passkey'],
      ['/test-data?mode=test', 'Test data', 'Reset test data'],
      ['/company', 'Company', 'Add an account'],
    ] as const) {
      await tab.visit(path, heading);
      const opener = page.getByRole('button', { name }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const text = await opener.innerText();
      await waitFor(async () => (await focused()) === text, { what: `the focus on ${path}` });
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    await tab.close();
  });

  test('a button that is disabled or removed does not lose the focus', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    const focused = () => page.evaluate<string>('document.activeElement.innerText || document.activeElement.tagName');
    await page.goto(`/dashboard${pages.find((path) => path.startsWith('/webhooks/'))}`);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().focus();
      await page.keyboard.press('Enter');
    };
    // The dialog of the second step opens while the button is disabled.
    await press('Reveal');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await waitFor(async () => (await focused()) === 'Reveal', { what: 'the focus on Reveal' });
    await press('Disable');
    await waitFor(async () => (await focused()) === 'Enable', { what: 'the focus on Enable' });
    await press('Enable');
    await waitFor(async () => (await focused()) === 'Disable', { what: 'the focus on Disable' });
    await tab.visit('/earnings?mode=live&status=pending', 'Earnings');
    await press('Clear filters');
    await page.waitForURL((url) => !url.search.includes('status'));
    const inBar = "document.activeElement.closest('search') !== null";
    await waitFor(() => page.evaluate<boolean>(inBar), { what: 'the focus in the filters' });
    await tab.close();
  });

  test('on a phone, Escape closes the menu, and every dialog fits', async () => {
    const site = get();
    const tab = await site.signedIn();
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 800 });
    await tab.visit('/keys?mode=test', 'API keys');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Funnel' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Open the menu');

    await page.goto(`/dashboard/keys/${site.api.keys.test.id}?mode=test`);
    await page.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').waitFor();
    const inside = await page.evaluate<string[]>(`[...document.querySelectorAll('[role="dialog"], [role="dialog"] *')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0 ||
        (getComputedStyle(one).display === 'block' && one.scrollWidth > one.clientWidth + 1)).map((one) => one.outerHTML.slice(0, 80))`);
    expect(inside).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/revoke-390.png` });
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.close();
  });

  test('on a phone, unused filters are folded, and filters in use stay', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 800 });
    await tab.visit('/earnings?mode=live&currency=EUR', 'Earnings');
    const bar = page.getByRole('search', { name: 'Filter the earnings' });
    const labels = async () => (await bar.locator('label:visible').allInnerTexts()).map((text) => text.trim());
    await bar.getByRole('combobox', { name: 'Currency' }).waitFor();
    expect(await labels()).toEqual(['Status', 'Event', 'Currency']);
    await bar.getByRole('button', { name: 'More filters' }).focus();
    await page.keyboard.press('Enter');
    await bar.getByRole('textbox', { name: 'Sub ID' }).waitFor();
    expect(await labels()).toHaveLength(8);
    expect(await tab.faults()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await bar.getByRole('button', { name: 'Fewer filters' }).count()).toBe(0);
    await tab.close();
  });

  test('days that cannot be are said at the field, the list stays, and Back undoes the last filter', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/earnings?mode=live&from=2026-11-01', 'Earnings');
    const table = page.getByRole('table', { name: 'Earnings' });
    await table.getByText(LONG_NAME).first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void (/\/earnings\?/.test(request.url()) && asked.push(request.url())));
    await page.getByLabel('To', { exact: true }).fill('2026-10-20');
    await page.getByText('The last day is before the first day.').waitFor();
    expect(await table.getByRole('row').count()).toBeGreaterThan(3);
    expect(asked.filter((url) => url.includes('to=2026-10-20'))).toEqual([]);
    await page.goto('/dashboard/earnings?mode=live&from=2026-11-01&to=2026-10-20');
    await page.getByText('The last day is before the first day.').waitFor();
    await page.goto('/dashboard/funnel?mode=live&from=2024-01-01&to=2026-10-20');
    await page.getByText('Choose at most 12 months.').waitFor();
    await page.goto('/dashboard/funnel?mode=live&to=9999-12-31');
    await page.getByText('The year must be between 1970 and 2200.').waitFor();

    await tab.visit('/earnings?mode=live', 'Earnings');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('reversed');
    await page.waitForURL(/status=reversed/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('status'));
    expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('');
    await tab.close();
  });

  test('earnings stay while their filters change, and never stand under the other mode', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/earnings?mode=live&sub_id=nothing', 'Earnings');
    await page.getByText('No earnings match these filters.').waitFor();
    const holdBack = async (address: RegExp) => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(address, async (route) => {
        await held;
        await route.continue();
      });
      return { asked: page.waitForRequest(address), answer };
    };
    const all = await holdBack(/\/api\/earnings\?mode=live$/);
    const subId = page.getByRole('textbox', { name: 'Sub ID' });
    await subId.fill('');
    await all.asked;
    expect(await page.getByText('No earnings yet').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.labels?.[0].innerText')).toBe('Sub ID');
    all.answer();
    const rows = page.getByRole('table', { name: 'Earnings' }).getByText(LONG_NAME);
    await rows.first().waitFor();

    const test = await holdBack(/\/api\/earnings\?mode=test$/);
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Test').click();
    await test.asked;
    expect(await rows.count()).toBe(0);
    test.answer();
    await page.unrouteAll({ behavior: 'wait' });
    await tab.close();
  });

  test('an earning is one line on a desktop and two on a phone', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    for (const [width, most] of [
      [1280, 48],
      [390, 84],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await tab.visit('/earnings?mode=live', 'Earnings');
      const rows = page.getByRole('table', { name: 'Earnings' }).locator('tbody tr');
      await rows.getByText(LONG_NAME).first().waitFor();
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(heights.filter((height) => height > most)).toEqual([]);
    }
    expect(await tab.faults()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.close();
  });

  test('offline, a page that was not opened before says so inside the shell', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/earnings?mode=live', 'Earnings');
    await page.getByRole('table', { name: 'Earnings' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Team' }).click();
    try {
      await page.getByRole('alert').filter({ hasText: 'You’re offline' }).waitFor({ timeout: 20_000 });
      expect(await page.getByRole('link', { name: 'Earnings' }).count()).toBe(1);
    } finally {
      await page.context().setOffline(false);
    }
    // The page loads automatically once the network is back.
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    await tab.close({ offline: true });
  });

  test('a download that fails is said, and no error is saved as a file', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/earnings?mode=live', 'Earnings');
    const saved: string[] = [];
    page.on('download', (download) => void saved.push(download.suggestedFilename()));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Download CSV' }).click();
    await page.getByRole('alert').filter({ hasText: 'You’re offline.' }).waitFor();
    expect(saved).toEqual([]);
    await page.context().setOffline(false);
    await tab.close({ offline: true });
  });

  test('charts have an axis and every label before any script of a library, and go below zero', async () => {
    const site = get();
    const tab = await site.signedIn('finance');
    const { page } = tab;
    await tab.visit('?mode=live', 'Example Partner');
    const earned = page.locator('[data-chart="time"]');
    await earned.waitFor();
    expect(await earned.count()).toBe(1);
    expect(await earned.locator('[class*="column"][class*="_column_"]').count()).toBeGreaterThanOrEqual(30);
    expect((await earned.locator('[class*="axis"] span').allInnerTexts()).length).toBeGreaterThanOrEqual(3);
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('SEK');
    await page.waitForURL(/currency=SEK/);
    const top = async (css: string) => (await earned.locator(css).boundingBox())?.y ?? Number.NaN;
    expect(await top('[data-tone="bad"]')).toBeGreaterThanOrEqual((await top('[data-zero]')) - 1);
    // Each span is compared with the time before it.
    await page.getByRole('combobox', { name: 'Period' }).selectOption('last_month');
    await page.getByText(/^-?[\d.]+.SEK from \d+ sales?\. .+ on 1–30.Sep.2026\./).waitFor();

    // A desktop has room for the name of every month.
    await page.getByRole('combobox', { name: 'Period' }).selectOption('year');
    const labels = earned.locator('[class*="_label_"]:visible');
    await labels.getByText(/^Jan.\d{4}$/).waitFor();
    expect(await labels.count()).toBe(await earned.locator('[class*="_column_"]').count());

    // A few a day: the axis has whole numbers.
    await tab.visit('/funnel?mode=live', 'Funnel');
    const steps = page
      .getByRole('figure', { name: /^Through your links/ })
      .locator('[class*="_step_"] [class*="_name_"]');
    await steps.first().waitFor();
    expect(await steps.allInnerTexts()).toEqual([
      'Impressions',
      'Clicks on your pages',
      'Links opened',
      'Holds',
      'Sales',
    ]);
    const counts = page.locator('[data-chart="time"] [class*="axis"] span');
    expect((await counts.allInnerTexts()).filter((text) => !/^\d+$/.test(text))).toEqual([]);
    await tab.close();
  });

  test('printed, a page has no navigation, no buttons and a light ground, and its amounts are whole', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    await tab.visit('/earnings?mode=live', 'Earnings');
    await page.getByRole('table', { name: 'Earnings' }).waitFor();
    const shown = page.locator('button:visible, header.mantine-AppShell-header:visible, nav:visible, search:visible');
    const controls = await shown.evaluateAll((all) => all.map(String));
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    const torn = await broken(page);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/print-earnings.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: null, media: null });
    expect([controls, ground, torn]).toEqual([[], 'rgb(255, 255, 255)', []]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab.close();
  });

  test('the mode is the last choice, finance begins in live, and an object is shown in its own mode', async () => {
    const site = get();
    const finance = await site.signedIn('finance');
    await finance.visit('/earnings', 'Earnings');
    const mode = (page: Page) => page.locator('[data-mode]').first().getAttribute('data-mode');
    expect(await mode(finance.page)).toBe('live');
    await finance.close();

    const tab = await site.signedIn('developer');
    const { page } = tab;
    await tab.visit('/keys?mode=live', 'API keys');
    const kept = page.waitForResponse(/session\/mode/);
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Test').click();
    await kept;
    await page.waitForURL(/mode=test/);
    await tab.visit('/keys', 'API keys');
    expect(await mode(page)).toBe('test');
    await page.goto(`/dashboard/keys/${site.api.keys.server.id}?mode=test`);
    await page.waitForURL(/mode=live/);
    await waitFor(async () => (await mode(page)) === 'live');
    await tab.close();
  });

  test('a file of missing sales: mistakes by line, answers in its order, found by search', async () => {
    const tab = await get().signedIn('marketing');
    const { page } = tab;
    await tab.visit('/missing-sales?mode=live', 'Missing sales');
    await page.getByRole('button', { name: 'Ask about a sale' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Several, as CSV').click();
    const csv = dialog.getByRole('textbox', { name: 'CSV' });
    await csv.fill('event_id,sub_id,bought_at\nevt_1,a,9999-12-31\nevt_1,b,2026-11-02\nevt_1,c,yesterday\n');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    const alert = dialog.getByRole('alert');
    await alert.waitFor();
    expect((await alert.innerText()).split('\n')).toEqual([
      'Line 2, bought_at: must be between 1970 and 2200.',
      'Line 4, bought_at: write a day or a time, such as 2026-11-02 or 2026-11-02T09:00:00Z.',
    ]);
    expect(await tab.faults()).toEqual([]);
    await csv.fill('order_id\nord_file-3\nord_file-1\nord_file-2\nord_file-1\n');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    const table = page.getByRole('table', { name: 'Questions' });
    await table.getByText('ord_file-3').waitFor();
    const listed = async () =>
      (await table.getByText(/^ord_file-/).allInnerTexts()).filter((text) => text.startsWith('ord_file'));
    expect(await listed()).toEqual(['ord_file-3', 'ord_file-1', 'ord_file-2']);
    await page.getByRole('textbox', { name: 'Search' }).fill('FILE-2');
    await page.waitForURL(/search=FILE-2/);
    await table.getByText('ord_file-3').waitFor({ state: 'detached' });
    expect(await listed()).toEqual(['ord_file-2']);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^missing-sales-live-.*\.csv$/);
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}
