import { reverseSale } from '../../../src/earnings/reverse-sale.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';
import { addKey, addSale, addTicketedEvent } from '../../support/data/build.js';

export function moneyJourneys(get: () => DashboardSite): void {
  beforeAll(async () => {
    const { ctx, companyId } = get().api;
    const partner = await addKey(ctx, companyId, 'server');
    const event = await addTicketedEvent(ctx, {});
    const yen = await addTicketedEvent(ctx, { currency: 'JPY', priceMinor: 5000 });
    await addSale(ctx, partner, event, { subId: 'summer-mail' });
    const { saleId } = await addSale(ctx, partner, event, { quantity: 2 });
    await addSale(ctx, partner, yen, { subId: 'blog' });
    await reverseSale(ctx, { saleId, reason: 'fraud' });
  });

  test('finance: earnings are filtered, saved under a name and downloaded, by keyboard', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/earnings?mode=live', 'Earnings');
    const table = page.getByRole('table', { name: 'Earnings' });
    await table.getByText('summer-mail').waitFor();
    expect(await table.getByRole('row').count()).toBe(4);
    await table.getByText('The sale was fraudulent. Never counted.').waitFor();
    expect(await tab.faults()).toEqual([]);

    await page.getByRole('textbox', { name: 'Sub ID' }).focus();
    await page.keyboard.type('summer-mail');
    await page.waitForURL(/sub_id=summer-mail/);
    await table.getByText('blog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save these filters' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Newsletter');
    expect(await tab.faults()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove from saved' }).waitFor();

    await tab.visit('/earnings?mode=live', 'Earnings');
    await page.getByRole('combobox', { name: 'Saved filters' }).selectOption({ label: 'Newsletter' });
    await page.waitForURL(/sub_id=summer-mail/);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).focus();
    await page.keyboard.press('Enter');
    const file = await (await saved).createReadStream();
    const text = Buffer.concat(await file.toArray()).toString();
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain('summer-mail');
    expect(text).not.toMatch(/buyer/i);

    // A row opens the page of its sale, in the sale's own mode.
    await table.getByRole('link', { name: 'Concert' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/earnings\/ern_/);
    await page.getByRole('heading', { level: 1, name: 'Concert' }).waitFor();
    await page.getByText('Waiting for the event. Approved on 3 Dec 2026.').waitFor();
    const steps = await page.getByRole('list').filter({ hasText: 'Sold.' }).getByRole('listitem').allInnerTexts();
    expect(steps.map((step) => step.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^\d+ \w{3} 2026 Sold\. 5\.00 EUR$/),
      '3 Dec 2026 (expected) Approved.',
    ]);
    expect(await tab.faults()).toEqual([]);
    const order = await page.getByText(/^ord_/).innerText();
    await page.goto(`/dashboard/earnings/${order}?mode=test`);
    await page.waitForURL(/mode=live/);
    await page.getByRole('button', { name: 'Ask about this sale' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Order ID' }).inputValue()).toBe(order);
    expect(await tab.faults()).toEqual([]);
    await page.keyboard.type('Is the reward right?');
    await dialog.getByRole('button', { name: 'Ask' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Missing sales' }).waitFor();
    await page.getByRole('table', { name: 'Questions' }).getByText(order).waitFor();
    await tab.close();
  });

  test('a viewer sees no money', async () => {
    const tab = await get().signedIn('viewer');
    const { page } = tab;
    await tab.visit('/earnings?mode=live', 'You don’t have access to earnings');
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Earnings' }).count()).toBe(0);
    await tab.close();
  });
}
