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
    const sales = steps.getByRole('row').filter({ hasText: 'The order was paid' });
    await sales.waitFor();
    const table = (by: string) => page.getByRole('table', { name: `Funnel by ${by}` });
    expect(await table('Day').getByRole('row').count()).toBe(13);
    expect(await page.locator('[data-chart]').count()).toBe(2);
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
    await table('Day').waitFor();
    expect(await page.getByRole('textbox', { name: 'Sub ID' }).inputValue()).toBe('autumn-mail');
    // Signals carry no sub ID: the steps begin with checkouts.
    expect(await steps.getByText('Impressions').count()).toBe(0);

    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).focus();
    await page.keyboard.press('Enter');
    const file = await (await saved).createReadStream();
    const text = Buffer.concat(await file.toArray()).toString();
    expect(text.split('\r\n')[0]).toBe('\uFEFFday,impressions,clicks,checkouts,holds,sales,earned_EUR');

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
    await table.getByRole('button', { name: 'NZ' }).waitFor();
    expect(await table.getByRole('columnheader', { name: 'Earned' }).count()).toBe(0);
    expect(await page.getByText('Earned:').count()).toBe(0);
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}
