import { bearer } from '../../support/api.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';

export function dataJourneys(get: () => DashboardSite): void {
  test('a bulk subscription is added with its count, and removed', async () => {
    const tab = await get().signedIn('developer');
    const { page } = tab;
    await tab.visit('/bulk', 'Bulk files');
    await page.getByText('No subscriptions yet').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add a subscription' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Germany');
    await page.getByText(/^Covers /).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add the subscription' }).click();
    await page.getByRole('heading', { level: 2, name: 'Germany' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No subscriptions yet').waitFor();
    await tab.close();
  });

  test('use: calls by day and key', async () => {
    const { api } = get();
    await api.app.inject({ url: '/v1/events?limit=1', headers: bearer(api.keys.test) });
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/use?mode=test', 'Usage');
    await page.getByRole('table', { name: 'Calls by day' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('combobox', { name: 'Time span' }).selectOption('7d');
    await page.waitForURL(/days=7d/);
    await page.reload();
    await page.getByRole('table', { name: 'Calls by day' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Time span' }).inputValue()).toBe('7d');
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Live').click();
    await page.getByText(/No calls in this period|Calls per day/).waitFor();
    expect(page.url()).toContain('mode=live');
    await tab.close();
  });
}
