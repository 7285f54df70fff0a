import { createHash } from 'node:crypto';
import { buildApp } from '../../../api/app.js';
import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { updateEvent } from '../../../src/catalogue/update-event.js';
import { withdrawEvent } from '../../../src/catalogue/withdraw-event.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { eventId, importAll, listedEvent } from '../../support/data/catalogue.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await createTestApi();
  await importAll(api.ctx, [
    {
      external_id: 'page',
      name: 'Friends',
      starts_at: '2027-05-01T20:00',
      city: 'Berlin',
      country: 'DE',
      price: { from: 12, currency: 'EUR' },
    },
  ]);
  id = await eventId(api.ctx, 'page');
  // An import would remove the markup.
  await updateEvent(api.ctx, id, { name: '<script>alert("x")</script> & friends', performers: ['Ada <b>Bold</b>'] });
});
afterAll(() => api.close());

const page = (path = `/e/${id}`) => api.app.inject(path);

test('200: what everybody may see, escaped, under a strict policy', async () => {
  const { statusCode, headers, body } = await page();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  // Ours, by its hash, and data, which browsers do not run: nothing that came with the event.
  const scripts = [...body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts.map(([, attributes]) => attributes)).toEqual([' type="application/ld+json"', ' type="module"']);
  const hash = createHash('sha256')
    .update(scripts[1]?.[2] ?? '')
    .digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`);
  expect(body.match(/<script/g)).toHaveLength(2);
  expect(body).not.toContain('<b>Bold');
  expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; friends');
  expect(body).toContain('Berlin');
});

test('it is the page that `url` of the event names', async () => {
  const event = await listedEvent(api.ctx, id);
  expect(new URL(event?.url ?? '').pathname).toBe(`/e/${id}`);
});

test('search engines and previews of links read it', async () => {
  const { body } = await page();
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  expect(data).toMatchObject({
    '@type': 'Event',
    name: '<script>alert("x")</script> & friends',
    startDate: '2027-05-01T20:00:00+02:00',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
    offers: { lowPrice: 12, priceCurrency: 'EUR' },
  });
  expect(body).toContain('<meta property="og:title" content="&lt;script&gt;');
  expect(body).toContain(`<link rel="canonical" href="${api.ctx.config.origin}/e/${id}">`);
});

test.each([
  [
    'an online event',
    { online: true, timezone: 'Europe/Berlin', starts_at: '2027-05-01T20:00', ends_at: '2027-05-01T21:30' },
    {
      startDate: '2027-05-01T20:00:00+02:00',
      endDate: '2027-05-01T21:30:00+02:00',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation' },
    },
    'at 20:00 (Europe/Berlin)',
  ],
  [
    'a place without a known zone',
    { city: 'Nowhere', country: 'US', starts_at: '2027-05-01T20:00-05:00' },
    { startDate: '2027-05-01T20:00:00-05:00', location: { '@type': 'Place', name: 'Nowhere' } },
    'at 20:00 (local time, UTC-5)',
  ],
  [
    'whole days',
    { city: 'Berlin', country: 'DE', date: '2027-05-01', end_date: '2027-05-03' },
    { startDate: '2027-05-01', endDate: '2027-05-03' },
    'Saturday, 1 May 2027',
  ],
])('JSON-LD and page show local times of %s', async (_what, event, expected, label) => {
  await importAll(api.ctx, [{ external_id: 'shown', name: 'Shown', ...event }]);
  const { body } = await page(`/e/${await eventId(api.ctx, 'shown')}`);
  expect(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '')).toMatchObject(
    expected,
  );
  expect(body).toContain(label);
});

test.each([
  ['-12:00', 'Etc/GMT+12'],
  ['+14:00', 'Etc/GMT-14'],
  ['-13:00', null],
  ['+15:00', null],
  ['+05:30', null],
])('gives scripts a zone that browsers know, or none, for the offset %s', async (offset, zone) => {
  const event = {
    external_id: 'far',
    name: 'Far',
    city: 'Nowhere',
    country: 'US',
    starts_at: `2027-05-01T20:00${offset}`,
  };
  await importAll(api.ctx, [event]);
  const { body } = await page(`/e/${await eventId(api.ctx, 'far')}`);
  expect(body).toContain('at 20:00 (local time, UTC');
  expect(/ data-zone="(.*?)"/.exec(body)?.[1] ?? null).toBe(zone);
});

test('search engines may list it only by setting, and a sample event never', async () => {
  expect((await page()).body).toContain('<meta name="robots" content="noindex">');
  expect((await page()).headers['x-robots-tag']).toBe('noindex');
  const { service } = api.ctx.config;
  const app = await buildApp({
    ...api.ctx,
    config: { ...api.ctx.config, service: { ...service, indexEventPages: true } },
  });
  const listed = await app.inject(`/e/${id}`);
  expect(listed.body).not.toContain('noindex');
  expect(listed.headers).not.toHaveProperty('x-robots-tag');
  await refreshSamples(api.ctx);
  await projectChanges(api.ctx);
  expect((await app.inject('/e/evt_test_berlin_jazz_night')).body).toContain('noindex');
  await app.close();
});

test('in German for who asks for it; the picture may be missing', async () => {
  const { body, headers } = await api.app.inject({ url: `/e/${id}`, headers: { 'accept-language': 'de-AT,en;q=0.5' } });
  expect(headers['content-language']).toBe('de');
  for (const words of [
    '<html lang="de"',
    'Samstag, 1. Mai 2027 um 20:00\u00a0Uhr (Ortszeit',
    'Deutschland',
    'class="banner"',
  ]) {
    expect(body).toContain(words);
  }
});

test('free tickets next to paid ones are shown with the highest price', async () => {
  const types = [0, 20].map((price) => ({ id: `t${price}`, name: `Seat ${price}`, price, capacity: 10 }));
  const of = { starts_at: '2027-05-01T20:00', city: 'Berlin', country: 'DE', currency: 'EUR' };
  await importAll(api.ctx, [{ external_id: 'free', name: 'Reading', ...of, ticket_types: types }]);
  const { body } = await page(`/e/${await eventId(api.ctx, 'free')}`);
  expect(body).toContain('<p>Free or up to €20.00, fees and tax included</p>');
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
