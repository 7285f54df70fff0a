import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard/dashboard-site.js';
import { addWebhookRows } from '../../support/data/deliveries.js';
import { seedDeliveries } from '../../support/data/delivery-history.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';

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
    await page.getByText('No webhooks yet').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://nowhere');
    await page.locator('.mantine-TextInput-error').waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/hook`);
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/hook` }).waitFor();

    await page.getByRole('button', { name: 'Choose events' }).click();
    await page.getByRole('checkbox', { name: 'order.changed' }).check();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('event.changed, earnings.changed, order.changed').waitFor();

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
    await page.getByText('We sign with both secrets').waitFor();
    const rotated = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'Rotate again' }).click();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const again = await page.getByTestId('secret').innerText();
    expect([secret, rotated]).not.toContain(again);
    await tab.visit('', FIRST_PAGE);
    // Done steps are folded away.
    await page.getByText(/steps? done/).click();
    await page.getByRole('listitem').filter({ hasText: 'Send a test delivery' }).getByLabel('done').waitFor();
    await tab.close();
  });

  test('the log is narrowed, an attempt looked at, one sent again, and the rest replayed after a count', async () => {
    const site = get();
    const tab = await site.signedIn('developer');
    const { page } = tab;
    const { id } = await seedDeliveries(site.api, 60);
    await tab.visit(`/webhooks/${id}`, /hook/);
    await page
      .getByRole('row', { name: /failed/ })
      .first()
      .waitFor();
    expect(await tab.faults()).toEqual([]);
    const log = page.getByRole('table', { name: 'Deliveries' });
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
    await log.getByRole('row').nth(60).waitFor();
    expect(await log.getByRole('row').count()).toBe(61);
    // New deliveries come with the first page; the others are not read again.
    const read: string[] = [];
    page.on('request', (request) => void (/\/deliveries(?:\?|$)/.test(request.url()) && read.push(request.url())));
    await page.getByRole('button', { name: 'Send a test' }).click();
    await log.getByRole('link', { name: 'test' }).waitFor();
    expect(await log.getByRole('row').count()).toBe(62);
    expect(read.filter((url) => url.includes('cursor='))).toEqual([]);

    await page.getByRole('combobox', { name: 'State' }).selectOption('delivered');
    await log
      .getByRole('row', { name: /failed/ })
      .first()
      .waitFor({ state: 'detached' });
    // The address has it: it outlives Reload.
    expect(page.url()).toContain('state=delivered');
    await page.reload();
    await log
      .getByRole('row', { name: /delivered/ })
      .first()
      .waitFor();
    expect(await log.getByRole('row', { name: /failed/ }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Event ID' }).fill('evt_test_nothing');
    await page.getByText('No deliveries match these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.waitForURL((url) => !url.search.includes('state='));

    await page.getByRole('combobox', { name: 'Deliveries from' }).selectOption('720');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('button', { name: /^Replay 30 deliveries/ }).click();
    await log
      .getByRole('row', { name: /failed/ })
      .first()
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 2, name: 'Attempts' }).waitFor();
    expect(await page.getByText(/v1=/).innerText()).not.toMatch(/v1=[0-9a-f]{64}/);
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('Delivery queued.').waitFor();
    await tab.close();
  });

  test('a thousand webhooks: they are searched, and come page by page', async () => {
    const { api, signedIn } = get();
    const webhooks = Array.from({ length: 1_000 }, (_, i) => ({
      id: `whk_many${i + 1}`,
      url: `https://shop${i + 1}.example/hook`,
    }));
    await addWebhookRows(api.ctx, { companyId: api.companyId, keyId: api.keys.server.id }, webhooks);
    const tab = await signedIn('developer');
    const { page } = tab;
    await tab.visit('/webhooks?mode=live', 'Webhooks');
    const table = page.getByRole('table', { name: 'Webhooks' });
    await table.getByRole('row').nth(50).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(200);
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'Search by URL or ID' }).fill('shop777.');
    await table.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await table.getByRole('link', { name: 'https://shop777.example/hook' }).waitFor();
    await page.waitForURL(/search=shop777\./);
    await page.getByRole('textbox', { name: 'Search by URL or ID' }).fill('nothing');
    await page.getByText('No webhook matches “nothing”.').waitFor();
    await api.ctx.sql`DELETE FROM delivery_endpoints WHERE id LIKE 'whk_many%'`;
    await tab.close();
  });

  test('a postback shows its sample call during typing; it is disabled, enabled and removed', async () => {
    const tab = await get().signedIn('developer');
    const { page } = tab;
    await tab.visit('/postbacks', 'Postbacks');
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add a postback' }).first().click();
    await page.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/p?s=`);
    await page.getByRole('button', { name: '{status}' }).click();
    await page.getByText(`${receiver.url}/p?s=pending`).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Add the postback' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('We keep its deliveries for 30 days.').waitFor();
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
    await tab.visit('/receiver', 'Receiver check');
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('table', { name: 'Deliveries in this check' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    const documentation = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Read more' }).first().click();
    const reference = await documentation;
    await reference.locator('#eventChanged').waitFor();
    await reference.getByText('Check the signature before you use anything of the body').first().waitFor();
    await tab.close();
  });
}
