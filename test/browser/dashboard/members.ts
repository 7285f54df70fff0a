import type { DashboardSite } from '../../support/dashboard-site.js';

export function memberJourneys(get: () => DashboardSite): void {
  test('an owner sets up the second step on the way, invites somebody, and removes them', async () => {
    const tab = await get().signedIn();
    const { page } = tab;
    await tab.visit('/members', 'Members');
    await page.getByRole('cell', { name: `${tab.email} you` }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a member' });
    await dialog.getByLabel('E-mail').fill('colleague@example.com');
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
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await tab.typeCode();
    await invited.waitFor({ state: 'detached' });
    await tab.close();
  });

  test('a viewer sees why they cannot invite', async () => {
    const tab = await get().signedIn('viewer');
    const { page } = tab;
    await tab.visit('/members', 'Members');
    await page.getByRole('button', { name: 'Invite a member' }).hover();
    await page.getByText('Only owners can change members.').waitFor();
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}
