import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard-site.js';
import { seedDeliveries } from '../../support/delivery-history.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';

export function deliveryJourneys(get: () => DashboardSite): void {
  let receiver: Receiver;
  let secret = '';
  beforeAll(async () => {
    receiver = await startReceiver({ secrets: () => [secret] });
  });
  afterAll(() => receiver?.close());

  test('a newcomer: from the sign-in to a verified delivery, without a command line', async () => {
    const tab = await get().invited();
    const { page } = tab;
    await page.getByRole('link', { name: 'Add a webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByText('No webhook yet').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
    await page.locator('.mantine-TextInput-error').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/hook`);
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/hook` }).waitFor();

    await page.getByRole('button', { name: 'Reveal' }).click();
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await tab.setUpApp();
    await page.getByText('Hidden.').waitFor({ state: 'detached' });
    secret = await page.getByTestId('secret').innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('204').first().waitFor();
    expect(receiver.received.at(-1)?.verified).toBe(true);
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'test' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('we sign with both secrets').waitFor();
    const rotated = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'Rotate again' }).click();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const again = await page.getByTestId('secret').innerText();
    expect([secret, rotated]).not.toContain(again);
    await tab.visit('', FIRST_PAGE);
    await page.getByRole('listitem').filter({ hasText: 'Send a test delivery' }).getByLabel('done').waitFor();
    await tab.close();
  });

  test('the log is narrowed, an attempt looked at, one sent again, and the rest replayed after a count', async () => {
    const site = get();
    const tab = await site.signedIn('developer');
    const { page } = tab;
    const { id } = await seedDeliveries(site.api, 30);
    await tab.visit(`/webhooks/${id}`, /hook/);
    await page
      .getByRole('row', { name: /failed/ })
      .first()
      .waitFor();
    expect(await tab.faults()).toEqual([]);
    const log = page.getByRole('table', { name: 'Deliveries' });
    await page.getByRole('button', { name: 'Show older ones' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Show older ones' }).waitFor({ state: 'detached' });
    expect(await log.getByRole('row').count()).toBe(31);
    await page.getByRole('combobox', { name: 'State' }).selectOption('delivered');
    await log
      .getByRole('row', { name: /failed/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Event id' }).fill('evt_test_nothing');
    await page.getByText('Nothing fits this filter.').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();

    await page.getByRole('combobox', { name: 'Everything that failed in' }).selectOption('720');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('button', { name: /^Replay 15 deliveries/ }).click();
    await log
      .getByRole('row', { name: /failed/ })
      .first()
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 2, name: 'Attempts' }).waitFor();
    expect(await page.getByText(/v1=/).innerText()).not.toMatch(/v1=[0-9a-f]{64}/);
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('We are on it.').waitFor();
    await tab.close();
  });

  test('a postback shows what it calls as it is typed; it is disabled, enabled and removed', async () => {
    const tab = await get().signedIn('developer');
    const { page } = tab;
    await tab.visit('/postbacks', 'Postbacks');
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add a postback' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/p?s=`);
    await page.getByRole('button', { name: '{status}' }).click();
    await page.getByText(`${receiver.url}/p?s=pending`).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add the postback' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('What happens now is held').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(await dialog.locator('label code').innerText());
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { level: 1, name: 'Postbacks' }).waitFor();
    await tab.close();
  });

  test('the check of a receiver says what to change', async () => {
    const tab = await get().signedIn('developer');
    const { page } = tab;
    await tab.visit('/receiver', 'Check my receiver');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByRole('table', { name: 'Deliveries of the check' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    const documentation = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Read more' }).first().click();
    const told = (await documentation).locator('#operations-webhooks-eventChanged.is-open');
    await told.getByText('Check the signature before you use anything of the body').waitFor();
    await tab.close();
  });
}
