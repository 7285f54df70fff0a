import type { Page } from 'playwright-core';
import { keepRequestDays } from '../../../src/requests/jobs.js';
import { bearer } from '../../support/api.js';
import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard/dashboard-site.js';
import { addKey, addSale, addTicketedEvent } from '../../support/data/build.js';
import { seedDeliveries } from '../../support/data/delivery-history.js';
import { writtenStatement } from '../../support/data/settle.js';

// Not imported: the compiler reads it with the dashboard's own settings.
const { PAGES } = require('../../../packages/dashboard/src/pages.ts') as { PAGES: Record<string, unknown> };
/** The calls of a page, without the calls of every page. */
const ITS_OWN = /\/dashboard\/api\/(?!session\b|notices\b)/;

/** The id of a call that was just made. */
async function madeRequest({ api }: DashboardSite): Promise<string> {
  await keepRequestDays(api.ctx);
  const { headers } = await api.app.inject({ url: '/v1/categories', headers: bearer(api.keys.test) });
  return String(headers['service-request-id']);
}

const headings = (page: Page) => page.locator('h1').count();
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.tagName + " " + document.activeElement.textContent');

export function everyPageJourneys(get: () => DashboardSite): void {
  test('every page has one heading, also while it loads, targets to hit and colours to read', async () => {
    const site = get();
    const { api } = site;
    const { id: webhook } = await seedDeliveries(api, 1);
    const [{ id: delivery } = { id: '' }] = await api.ctx.sql<{ id: string }[]>`
      SELECT id FROM deliveries WHERE endpoint_id = ${webhook}`;
    const seller = await addKey(api.ctx, api.companyId, 'server');
    const { orderId } = await addSale(api.ctx, seller, await addTicketedEvent(api.ctx));
    const ids: Record<string, string> = {
      ...{
        keys: api.keys.test.id,
        webhooks: webhook,
        postbacks: webhook,
        deliveries: delivery,
        earnings: orderId,
        statements: await writtenStatement(api),
        requests: await madeRequest(site),
      },
    };
    const tab = await site.signedIn();
    const { page } = tab;
    for (const path of [...Object.keys(PAGES), '/nowhere']) {
      const [, list = ''] = path.split('/');
      // Its answers are kept back until the page was counted.
      let go = () => {};
      const counted = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route(ITS_OWN, (route) => counted.then(() => route.continue()));
      await page.goto(`/dashboard${path.replace('$id', ids[list] ?? '')}`);
      await page.locator('h1').first().waitFor();
      expect([path, 'loading', await headings(page)]).toEqual([path, 'loading', 1]);
      go();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      await page.unroute(ITS_OWN);
      expect([path, 'loaded', await headings(page)]).toEqual([path, 'loaded', 1]);
      expect(await tab.faults()).toEqual([]);
    }
    await tab.close();

    const finance = await site.signedIn('finance');
    await finance.visit('/keys', 'You don’t have access to API keys');
    expect(await headings(finance.page)).toBe(1);
    expect(await finance.faults()).toEqual([]);
    await finance.page.context().clearCookies();
    await finance.visit('/keys', 'Sign in');
    expect(await headings(finance.page)).toBe(1);
    await finance.close();
  });

  test('a filter that cannot be chosen is ignored, whatever its name', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    for (const word of ['yesterday', 'constructor', '__proto__']) {
      for (const [path, heading] of [
        [`?mode=test&by=${word}`, FIRST_PAGE],
        [`/audit?since=${word}`, 'Audit log'],
      ] as const) {
        await tab.visit(path, heading);
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
        expect([path, await page.getByRole('alert').allInnerTexts()]).toEqual([path, []]);
      }
    }
    await tab.close();
  });

  test('with the keyboard: another page has the focus at its heading, and is announced', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    const announced = page.locator('#app > [aria-live="polite"]');
    await tab.visit('?mode=test', FIRST_PAGE);
    expect(await focused(page)).toMatch(/^BODY/);
    expect(await announced.innerText()).toBe('');

    await page.getByRole('link', { name: 'Usage' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    await page.locator('h1:focus').waitFor();
    expect(await focused(page)).toBe('H1 Usage');
    await announced.getByText('Usage · Partner Events').waitFor({ state: 'attached' });
    expect(await tab.faults()).toEqual([]);

    // The page is the same where the query alone changes.
    await page.getByRole('combobox', { name: 'Time span' }).focus();
    await page.getByRole('combobox', { name: 'Time span' }).selectOption('7d');
    await page.waitForURL(/days=7d/);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Time span');

    await page.getByRole('link', { name: 'API keys', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').waitFor();
    await page.getByRole('table').getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/keys\/key_/);
    await page.getByRole('link', { name: 'API keys', exact: true }).nth(1).waitFor();
    // Its name came after it was opened: the heading has kept the focus.
    const name = await page.locator('h1').innerText();
    await page.locator('h1:focus').waitFor();
    expect(await focused(page)).toBe(`H1 ${name}`);
    await announced.getByText(`${name} · Partner Events`).waitFor({ state: 'attached' });
    await tab.close();
  });
}
