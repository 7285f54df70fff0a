import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { keepRequestDays } from '../../../src/requests/jobs.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';
import { seedDeliveries } from '../../support/data/delivery-history.js';

export function sandboxJourneys(get: () => DashboardSite): void {
  test('test data: a sale, its earning moved on, refunded and reset; the checklist shows only proven steps', async () => {
    const site = get();
    await refreshSamples(site.api.ctx);
    await keepRequestDays(site.api.ctx);
    await seedDeliveries(site.api, 2);
    const tab = await site.signedIn('developer');
    const { page } = tab;
    await tab.visit('/test-data?mode=live', 'Test data');
    await page.getByRole('button', { name: 'Switch to test mode' }).click();
    await page.getByText('No test sales yet').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Create a test sale' }).click();
    const sales = page.getByRole('table', { name: 'Test sales' });
    await sales.getByText('pending').waitFor();
    expect(await sales.innerText()).not.toContain('NO REAL MONEY');
    await page.getByRole('button', { name: 'Move earnings on' }).click();
    await sales.getByText('approved').waitFor();
    expect(await tab.faults()).toEqual([]);
    await sales.getByRole('button', { name: /^Refund / }).click();
    await sales.getByText('reversed').waitFor();
    // Two toasts reach down to the buttons: the pointer on them would keep them there.
    for (const n of [0, 1]) {
      await page.getByRole('button', { name: 'Create a test sale' }).click();
      await sales.getByText('pending').nth(n).waitFor();
    }
    const toast = await page.getByText('Test sale created').last().boundingBox();
    if (toast) await page.mouse.move(toast.x + toast.width / 2, toast.y + toast.height / 2);
    await page.getByRole('button', { name: 'Reset test data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('2 sales refunded').waitFor();

    await tab.visit('/go-live', 'Go-live checklist');
    const item = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await item('Verify your webhook').getByLabel('done', { exact: true }).waitFor();
    await item('Make a test order').getByLabel('not done yet').waitFor();
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}
