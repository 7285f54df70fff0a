import { seeFirst } from '../../../bench/support/first-sight.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';

export function firstSightJourneys(get: () => DashboardSite): void {
  test('the sign-in page and the overview come in few files', async () => {
    const site = get();
    const tab = await site.signedIn();
    const context = tab.page.context();
    const browser = context.browser();
    if (!browser) throw new Error('no browser');
    const cookies = await context.cookies();
    const seen = [
      await seeFirst(browser, { url: `${site.origin}/dashboard/sign-in` }),
      await seeFirst(browser, { url: `${site.origin}/dashboard`, cookies }),
      await seeFirst(browser, { url: `${site.origin}/dashboard`, cookies, width: 390 }),
    ];
    for (const { requests, bytes, shift } of seen) {
      expect(requests).toBeLessThanOrEqual(15);
      expect(bytes).toBeLessThanOrEqual(220_000);
      expect(shift).toBeLessThanOrEqual(0.1);
    }
    await tab.close();
  });

  test('a page whose object is gone has a heading too', async () => {
    const tab = await get().signedIn();
    for (const [path, heading] of [
      ['/keys/key_gone', 'Key'],
      ['/webhooks/whk_gone', 'Endpoint'],
      ['/deliveries/dlv_gone', 'Delivery'],
    ] as const) {
      await tab.visit(path, heading);
      await tab.page.getByRole('alert').waitFor();
      expect(await tab.page.locator('h1').count()).toBe(1);
    }
    await tab.close();
  });
}
