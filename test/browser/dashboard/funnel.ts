import { seeFirst } from '../../../bench/support/first-sight.js';
import { deleteOldSignals } from '../../../src/signals/delete-old-signals.js';
import { addSignals } from '../../../src/signals/sql/signals.js';
import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard/dashboard-site.js';
import { addKey, addPaidOrder, addSale, addTicketedEvent, type Seller } from '../../support/data/build.js';
import { waitFor } from '../../support/wait-for.js';

/** What visitors of the site's company did on a few days, at two events. */
async function seedVisits({ api: { ctx, companyId } }: DashboardSite): Promise<void> {
  await deleteOldSignals(ctx);
  const partner: Seller = await addKey(ctx, companyId, 'server');
  const [night, day] = [await addTicketedEvent(ctx), await addTicketedEvent(ctx)];
  await ctx.sql`UPDATE events SET country = 'NZ', name = 'Night in Auckland' WHERE id = ${night.eventId}`;
  await ctx.sql`UPDATE events SET country = 'DE', name = 'Day in Berlin' WHERE id = ${day.eventId}`;
  const now = ctx.clock.now();
  const signal = (type: 'impression' | 'event_click' | 'checkout', eventId: string, back: number) => ({
    ...{ keyId: partner.keyId, companyId, type, eventId, shown: 0, digest: null },
    at: new Date(now.getTime() - back * 86_400_000),
    ...(type === 'checkout' && {
      subId: back % 2 ? 'autumn-mail' : 'blog',
      obstacle: back === 3 ? ('sold_out' as const) : null,
    }),
  });
  const signals = [...Array(12).keys()].flatMap((back) => [
    ...Array.from({ length: 40 - back }, () => signal('impression', night.eventId, back)),
    ...Array.from({ length: 12 }, () => signal('event_click', night.eventId, back)),
    ...Array.from({ length: 8 - (back % 3) }, () => signal('checkout', back % 4 ? night.eventId : day.eventId, back)),
  ]);
  await addSignals(ctx.sql, signals, now);
  for (const subId of ['autumn-mail', 'autumn-mail', 'blog']) await addSale(ctx, partner, night, { subId });
  for (let app = 0; app < 9; app += 1) await addSale(ctx, partner, day, { subId: 'app', source: 'api' });
  const { orderId } = await addPaidOrder(ctx, partner, day, { subId: 'blog' });
  await ctx.sql`UPDATE orders SET status = 'expired' WHERE id = ${orderId}`;
}

export function funnelJourneys(get: () => DashboardSite): void {
  beforeAll(() => seedVisits(get()));

  test('marketing: the funnel is broken down, narrowed in the address and downloaded, by keyboard', async () => {
    const tab = await get().signedIn('marketing');
    const { page } = tab;
    await tab.visit('/funnel?mode=live', 'Funnel');
    const steps = page.getByRole('table', { name: 'Steps' });
    const sales = steps.getByRole('row', { name: /^Sales/ });
    const unfold = async () => {
      for (const summary of await page.getByText('Show as a table').all()) {
        await summary.focus();
        await page.keyboard.press('Enter');
      }
    };
    await page.getByText('Show as a table').nth(1).waitFor();
    await unfold();
    await sales.waitFor();
    const table = (by: string) => page.getByRole('table', { name: `Funnel by ${by}` });
    expect(await table('Day').getByRole('row').count()).toBe(13);
    expect(await page.locator('[data-chart]').count()).toBe(1);
    // Orders by API enter beside the links, so that no step has more than all of the one before.
    await steps
      .getByRole('row', { name: /^API sales/ })
      .getByText('100%')
      .waitFor();
    expect(Math.max(...((await page.locator('main').innerText()).match(/[\d.]+(?=%)/g) ?? []).map(Number))).toBe(100);
    const reasons = page.getByRole('table', { name: 'Reasons' });
    await reasons.getByText('Sold out').waitFor();
    expect(await tab.faults()).toEqual([]);
    // The last seven days are shown first.
    const panel = page.getByRole('region', { name: 'Links opened without a sale' });
    const opened = async () => Number(/: (\d+) opened/.exec(await panel.innerText())?.[1]);
    const lately = await opened();
    await panel.getByRole('button', { name: 'Show all days' }).focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Show seven days' }).waitFor();
    await waitFor(async () => (await opened()) > lately);
    // The address has both of its filters: they outlive Reload.
    await panel.getByRole('combobox', { name: 'Newest with reason' }).selectOption('sold_out');
    await page.waitForURL(/unsold=all.*reason=sold_out/);
    await page.reload();
    await panel.getByRole('button', { name: 'Show seven days' }).waitFor();
    expect(await panel.getByRole('combobox', { name: 'Newest with reason' }).inputValue()).toBe('sold_out');

    await page.getByRole('combobox', { name: 'By', exact: true }).focus();
    await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('sub_id');
    await page.waitForURL(/by=sub_id/);
    await table('Sub ID').getByRole('button', { name: 'autumn-mail' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sub_id=autumn-mail/);
    await page.reload();
    await page.getByText('Show as a table').first().waitFor();
    await unfold();
    await steps.waitFor();
    expect(await page.getByRole('textbox', { name: 'Sub ID' }).inputValue()).toBe('autumn-mail');
    // Signals carry no sub ID: the steps begin with opened links.
    expect(await steps.getByText('Impressions').count()).toBe(0);

    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).focus();
    await page.keyboard.press('Enter');
    const file = await (await saved).createReadStream();
    const text = Buffer.concat(await file.toArray()).toString();
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFday,impressions,clicks,checkouts,holds,sales,api_orders,api_sales,earned_EUR',
    );

    await page.getByRole('button', { name: 'Clear filters' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('event');
    await table('Event').getByRole('button', { name: 'Night in Auckland' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/event_id=evt_/);
    await page.getByRole('button', { name: /^Only / }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.search.includes('event_id'));
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });

  test('marketing: earnings and missing sales, without statements and accounts, by keyboard', async () => {
    const tab = await get().signedIn('marketing');
    const { page } = tab;
    await tab.visit('?mode=live', FIRST_PAGE);
    await page.getByRole('heading', { name: 'Earned' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Next statement' }).count()).toBe(0);
    expect(await tab.faults()).toEqual([]);
    const nav = page.getByRole('navigation');
    for (const name of ['Statements', 'Company', 'API keys'])
      expect([name, await nav.getByRole('link', { name, exact: true }).count()]).toEqual([name, 0]);
    await nav.getByRole('link', { name: 'Earnings', exact: true }).focus();
    await page.keyboard.press('Enter');
    // A phone shows it on the page of the record alone.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('table', { name: 'Earnings' }).getByText('autumn-mail').first().waitFor();
    expect(await tab.faults()).toEqual([]);
    await nav.getByRole('link', { name: 'Missing sales' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Missing sales' }).waitFor();
    await page.getByRole('button', { name: 'Ask about a sale' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Order ID' }).focus();
    await page.keyboard.type('ord_of_nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Questions' }).getByText('ord_of_nobody').waitFor();
    expect(await tab.faults()).toEqual([]);
    await tab.visit('/statements', 'You don’t have access to statements');
    await tab.close();
  });

  test('a viewer sees the funnel without earnings', async () => {
    const tab = await get().signedIn('viewer');
    const { page } = tab;
    await tab.visit('/funnel?mode=live&by=country', 'Funnel');
    const table = page.getByRole('table', { name: 'Funnel by Country' });
    await table.getByRole('button', { name: 'New Zealand' }).waitFor();
    expect(await table.getByRole('columnheader', { name: 'Earned' }).count()).toBe(0);
    expect(await page.getByText('Earned:').count()).toBe(0);
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });

  test('marketing: campaigns are filtered by the beginning of a sub ID, opened by a row and saved, by keyboard', async () => {
    const tab = await get().signedIn('marketing');
    const { page } = tab;
    await tab.visit('/campaigns?mode=live', 'Campaigns');
    const table = (by: string) => page.getByRole('table', { name: `Campaigns by ${by}` });
    await table('Sub ID').getByRole('button', { name: 'autumn-mail' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'Sub ID starts with' }).focus();
    await page.keyboard.type('autumn-');
    await page.waitForURL(/starts_with=autumn-/);
    await table('Sub ID').getByRole('button', { name: 'blog' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save these filters' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Autumn');
    await page.keyboard.press('Enter');
    const saved = page.getByRole('combobox', { name: 'Saved filters' });
    await saved.waitFor();
    await table('Sub ID').getByRole('button', { name: 'autumn-mail' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sub_id=autumn-mail/);
    await table('Event').getByRole('button', { name: 'Night in Auckland' }).waitFor();
    await page.getByRole('radio', { name: 'Day', exact: true }).focus();
    await page.keyboard.press('Space');
    await table('Day').waitFor();
    await saved.selectOption('Autumn');
    await page.waitForURL((url) => !url.search.includes('sub_id='));
    await tab.close();
  });

  test('marketing: a link with a sub ID and its QR code, by keyboard, without a key of their own', async () => {
    const tab = await get().signedIn('marketing');
    const { page } = tab;
    await tab.visit('/links?mode=test', 'Events and links');
    const events = page.getByRole('table', { name: 'Events' });
    await events
      .getByRole('button', { name: /^Get link/ })
      .first()
      .waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'City' }).focus();
    await page.keyboard.type('Berlin');
    await page.waitForURL(/city=Berlin/);
    const berlin = events.getByRole('button', { name: /^Get link.*Jazz Night/ });
    await berlin.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Sub ID' }).focus();
    await page.keyboard.type('story 1');
    await dialog.getByText('Must be 1 to 100 letters').waitFor();
    await dialog.getByRole('textbox', { name: 'Sub ID' }).fill('story-1');
    const link = dialog.getByTestId('link');
    await link.filter({ hasText: 'sub_id=story-1' }).waitFor();
    expect(await link.innerText()).toMatch(/\/buy\/evt_test_\w+\?ref=\w+&sub_id=story-1$/);
    const code = dialog.getByRole('img', { name: 'QR code of the link' });
    await waitFor(async () => (await code.evaluate((image) => (image as HTMLImageElement).naturalWidth)) > 0);
    expect(await tab.faults()).toEqual([]);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download PNG' }).focus();
    await page.keyboard.press('Enter');
    expect((await saved).suggestedFilename()).toMatch(/^qr-.*jazz-night.*\.png$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction('document.activeElement.textContent === "Get link"');
    await tab.close();
  });

  test('marketing: asks about a sale by the name of its event and a day', async () => {
    const tab = await get().signedIn('marketing');
    const { page } = tab;
    await tab.visit('/missing-sales?mode=live', 'Missing sales');
    await page.getByRole('button', { name: 'Ask about a sale' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'By click' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('combobox', { name: 'Event' }).fill('auckl');
    await page.getByRole('option', { name: /^Night in Auckland/ }).click();
    await dialog.getByRole('textbox', { name: 'Sub ID of the click' }).fill('lost-click');
    await dialog.getByLabel('Day of the purchase').fill('2026-11-01');
    expect(await tab.faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    const questions = page.getByRole('table', { name: 'Questions' });
    await questions.getByText(/^Night in Auckland · lost-click · 1.Nov.2026$/).waitFor();
    await tab.close();
  });

  test('pages of money and marketing come in few files, and nothing moves', async () => {
    const site = get();
    const tab = await site.signedIn('marketing');
    const browser = tab.page.context().browser();
    if (!browser) throw new Error('no browser');
    const cookies = await tab.page.context().cookies();
    // Sample events have prices in many currencies.
    const others = ['/earnings', '/links', '/campaigns', '/funnel'].map((path) => `${path}?mode=live`);
    for (const path of ['?mode=live', '/links?mode=test', ...others]) {
      for (const width of [1280, 390]) {
        const { requests, bytes, shift } = await seeFirst(browser, {
          url: `${site.origin}/dashboard${path}`,
          cookies,
          width,
        });
        const isWithin = requests <= 15 && bytes <= 220_000 && shift <= 0.1;
        expect({ path, width, requests, bytes, shift, isWithin }).toMatchObject({ isWithin: true });
      }
    }
    await tab.close();
  });
}
