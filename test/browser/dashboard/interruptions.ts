import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';
import { mailedLinks } from '../../support/dashboard/members.js';

export function interruptionJourneys(get: () => DashboardSite): void {
  test('a form without a network says that nothing was sent, and is not sent later', async () => {
    const tab = await get().signedIn('developer');
    const { page } = tab;
    await tab.visit('/bulk', 'Bulk files');
    await page.getByRole('button', { name: 'Add a subscription' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a bulk subscription' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Later');
    await dialog.getByText(/^Covers /).waitFor();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Add the subscription' }).click();
    await dialog.getByText('Nothing was sent.').waitFor();
    await page.getByText('You see what was loaded before.').waitFor();
    expect(await tab.faults()).toEqual([]);

    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await page.context().setOffline(false);
    await page.getByText('You see what was loaded before.').waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Later');
    await dialog.getByRole('button', { name: 'Add the subscription' }).click();
    await page.getByRole('heading', { level: 2, name: 'Later' }).waitFor();
    expect(sent.filter((url) => /bulk-subscriptions\?/.test(url))).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No subscriptions yet').waitFor();
    await tab.close({ offline: true });
  });

  test('a session that ends keeps the typed text: its member signs in again and sends it', async () => {
    const site = get();
    const tab = await site.signedIn('developer');
    const { page } = tab;
    const { ctx } = site.api;
    await tab.visit('/bulk', 'Bulk files');
    await page.getByRole('button', { name: 'Add a subscription' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a bulk subscription' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Typed before');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Add the subscription' }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.keyboard.press('Escape');
    ctx.clock.advance(1_000);
    await ended.getByRole('button', { name: 'Email me a link' }).click();
    await ended.getByText('Open it in this browser').waitFor();

    const { token } = (await mailedLinks(ctx)).at(-1) ?? {};
    const other = await page.context().newPage();
    await other.goto(`/dashboard/sign-in#${token}`);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { level: 1, name: 'Example Partner' }).waitFor();
    await other.close();
    await ended.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Add the subscription' }).click();
    await page.getByRole('heading', { level: 2, name: 'Typed before' }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No subscriptions yet').waitFor();
    await tab.close();
  });

  test('a download after the end of the session asks to sign in again', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    await tab.visit('/funnel?mode=live', 'Funnel');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Download CSV' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ timeout: 20_000 });
    expect(new URL(page.url()).pathname).toBe('/dashboard/funnel');
    await tab.close();
  });
}
