import { rollKey } from '../../../src/access/keys.js';
import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard/dashboard-site.js';
import { addKey } from '../../support/data/build.js';

export function memberJourneys(get: () => DashboardSite): void {
  test('an owner sets up the second step on the way, invites a member, and removes them', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    await tab.visit('/members', 'Team');
    await page.getByRole('cell', { name: `${tab.email} you` }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a member' });
    await dialog.getByLabel('Email').fill('colleague@example.com');
    await dialog.getByLabel('Finance').check();
    expect(await tab.faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();

    await page
      .getByRole('dialog', { name: 'Set up a second step first' })
      .getByRole('button', { name: 'Set up' })
      .click();
    await tab.setUpApp();
    const invited = page.getByRole('row', { name: 'colleague@example.com' });
    await invited.waitFor();
    expect(await invited.innerText()).toContain('Finance');

    await page.getByRole('button', { name: 'Actions for colleague@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Viewer' }).click();
    await invited.getByText('Viewer').waitFor();

    get().api.ctx.clock.advance(20 * 60_000);
    await page.getByRole('button', { name: 'Actions for colleague@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Remove the member' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
    await tab.typeCode();
    await invited.waitFor({ state: 'detached' });
    await tab.close();
  });

  test('a viewer sees why they cannot invite, also by a tap, and has no button that works', async () => {
    const site = get();
    const tab = await site.signedIn('viewer');
    const { page } = tab;
    await tab.visit('/members', 'Team');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const { x, y, width } = (await page.getByRole('button', { name: 'Invite a member' }).boundingBox()) ?? never();
    const touchPoints = [{ x: x + width / 2, y: y + 10 }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByText('Only owners can do this.').waitFor();
    expect(await tab.faults()).toEqual([]);
    await devtools.detach();

    const { ctx, companyId } = site.api;
    const { keyId } = await addKey(ctx, companyId, 'server');
    await rollKey(ctx, { companyId, keyId, keepHours: 1 });
    await tab.visit(`/keys/${keyId}?mode=live`, 'Server key');
    await page.getByRole('heading', { name: 'IP allowlist' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(6);
    for (const button of await page.getByRole('main').getByRole('button').all()) {
      expect([await button.innerText(), await button.getAttribute('aria-disabled')]).toEqual([
        expect.any(String),
        'true',
      ]);
    }
    await tab.visit('', FIRST_PAGE);
    await page.getByRole('listitem').filter({ hasText: 'Protect your sign-in' }).waitFor();
    expect(await page.getByRole('main').getByRole('link').allInnerTexts()).toEqual(['Set up a second step']);
    await tab.close();
  });

  test('a page that the role may not read says so, with who can change it', async () => {
    const tab = await get().signedIn('finance');
    const { page } = tab;
    for (const path of ['/keys', '/webhooks/whk_1', '/deliveries/dlv_1']) {
      await tab.visit(path, /^You don’t have access to /);
      await page.getByText('Your role is Finance. Ask an owner to change it.').waitFor();
      await page.getByText(/@example.com/).waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    }
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}

function never(): never {
  throw new Error('the button is not there');
}
