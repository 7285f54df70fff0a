import { keepRequestDays } from '../../../src/requests/jobs.js';
import { bearer } from '../../support/api.js';
import type { DashboardSite } from '../../support/dashboard/dashboard-site.js';

export function requestJourneys(get: () => DashboardSite): void {
  test('requests: errors are grouped, the list is filtered by them, and one is found by its id in one step', async () => {
    const { api } = get();
    await keepRequestDays(api.ctx);
    const headers = bearer(api.keys.test);
    for (let i = 0; i < 3; i += 1) await api.app.inject({ url: '/v1/events?city=Berlin&limit=2', headers });
    for (let i = 0; i < 2; i += 1) await api.app.inject({ url: '/v1/events/evt_test_nobody', headers });
    const refused = await api.app.inject({ url: '/v1/events?limit=0', headers });
    const tab = await get().signedIn('developer');
    const { page } = tab;
    await tab.visit('/requests?mode=test', 'Requests');
    const log = page.getByRole('table', { name: 'Requests' });
    await log.getByRole('row').nth(6).waitFor();
    expect(await tab.faults()).toEqual([]);

    await page.getByRole('button', { name: 'Show calls to /events/{id} with event_not_found' }).click();
    await page.waitForURL(/code=event_not_found/);
    await log.getByRole('row').nth(3).waitFor({ state: 'detached' });
    expect(await log.getByRole('row').count()).toBe(3);
    await page.reload();
    await log.getByRole('row').nth(2).waitFor();
    expect(await page.getByRole('combobox', { name: 'Operation' }).inputValue()).toBe('/events/{id}');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('5xx');
    await page.getByText('No requests match these filters.').waitFor();

    const id = String(refused.headers['service-request-id']);
    await page.getByRole('textbox', { name: 'Request ID' }).fill(`"request_id": "${id}"`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'GET /events' }).waitFor();
    await page.getByText('limit=0').waitFor();
    expect(await page.getByRole('link', { name: 'invalid_request' }).getAttribute('href')).toBe(
      '/problems/invalid_request',
    );
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}
