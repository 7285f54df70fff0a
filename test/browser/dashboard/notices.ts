import type { Page } from 'playwright-core';
import { seeFirst } from '../../../bench/support/first-sight.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';
import { seedDeliveries } from '../../support/data/delivery-history.js';

export function noticeJourneys(get: () => DashboardSite): void {
  test('a notice above the overview moves nothing, and its title can be read', async () => {
    const site = get();
    const { ctx } = site.api;
    const { id } = await seedDeliveries(site.api, 1);
    const since = new Date(ctx.clock.now().getTime() - 3 * 86_400_000);
    const tab = await site.signedIn();
    const { page } = tab;
    const browser = page.context().browser();
    if (!browser) throw new Error('no browser');
    for (const status of ['active', 'disabled']) {
      await ctx.sql`
        UPDATE delivery_endpoints SET failing_since = ${since}, last_failure = 'timeout', status = ${status},
          disabled_reason = ${status === 'disabled' ? 'failing' : null}, disabled_at = ${status === 'disabled' ? ctx.clock.now() : null}
         WHERE id = ${id}`;
      const cookies = await page.context().cookies();
      const { shift } = await seeFirst(browser, { url: `${site.origin}/dashboard?mode=test`, cookies, width: 390 });
      expect(shift).toBeLessThanOrEqual(0.1);
      await page.goto('/dashboard?mode=test');
      await page.getByText(status === 'active' ? 'An endpoint keeps failing' : 'An endpoint was disabled').waitFor();
      expect(await tab.faults()).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
        const contrasts = await contrastsOfTitles(page);
        expect(contrasts).not.toEqual([]);
        for (const contrast of contrasts) expect(contrast).toBeGreaterThanOrEqual(4.5);
      }
    }
    await ctx.sql`
      UPDATE delivery_endpoints SET failing_since = NULL, status = 'active', disabled_reason = NULL, disabled_at = NULL
       WHERE id = ${id}`;
    await tab.close();
  });
}

/** As axe computed them, which is on the page: it reports uncertain cases separately, not as faults. */
function contrastsOfTitles(page: Page): Promise<(number | null)[]> {
  return page.evaluate(`axe.run('.mantine-Alert-title', { runOnly: 'color-contrast' }).then(({ passes, violations, incomplete }) =>
    [...passes, ...violations, ...incomplete].flatMap(({ nodes }) => nodes).map(({ any }) => any[0]?.data?.contrastRatio ?? null))`);
}
