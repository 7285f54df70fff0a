import { updateEvent } from '../../../src/catalogue/update-event.js';
import { withdrawEvent } from '../../../src/catalogue/withdraw-event.js';
import { projectChanges } from '../../../src/deliveries/project-changes.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { eventId, importAll, listedEvent } from '../../support/catalogue.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await createTestApi();
  await importAll(api.ctx, [
    {
      external_id: 'page',
      name: '<script>alert("x")</script> & friends',
      starts_at: '2027-05-01T20:00',
      city: 'Berlin',
      country: 'DE',
      performers: ['Ada <b>Bold</b>'],
      price: { from: 12, currency: 'EUR' },
    },
  ]);
  id = await eventId(api.ctx, 'page');
});
afterAll(() => api.close());

const page = (path = `/e/${id}`) => api.app.inject(path);

test('200: what everybody may see, escaped, under a strict policy', async () => {
  const { statusCode, headers, body } = await page();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body).not.toContain('<script');
  expect(body).not.toContain('<b>Bold');
  expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; friends');
  expect(body).toContain('Berlin');
});

test('it is the page that `url` of the event names', async () => {
  const event = await listedEvent(api.ctx, id);
  expect(new URL(event?.url ?? '').pathname).toBe(`/e/${id}`);
});

test('a status that matters is said', async () => {
  await updateEvent(api.ctx, id, { status: 'cancelled' });
  await projectChanges(api.ctx);
  expect((await page()).body).toContain('Cancelled.');
});

test('404: unknown, no longer shared, badly written', async () => {
  expectProblem(await page('/e/evt_unknown'), 'event_not_found');
  expectProblem(await page('/e/evt_test_unknown'), 'event_not_found');
  expectProblem(await page(`/e/${'x'.repeat(500)}`), 'event_not_found');
  await withdrawEvent(api.ctx, id);
  await projectChanges(api.ctx);
  expectProblem(await page(), 'event_not_found');
});

test('400: a NUL in the id', async () => {
  expectProblem(await page('/e/a%00'), 'invalid_request');
});
