import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';
import { findNginx, type Nginx, startNginx } from '../support/system/nginx.js';

const describeWithNginx = findNginx() ? describe : describe.skip;

describeWithNginx('deploy/nginx.conf compresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  let site: BrowserSite;
  let nginx: Nginx;
  let authorization: string;

  beforeAll(async () => {
    site = await openBrowserSite();
    authorization = `Bearer ${site.api.keys.test.key}`;
    const conf = join(projectRoot(), 'deploy/nginx.conf');
    nginx = await startNginx({ conf, apiPorts: [Number(new URL(site.origin).port)], folder });
  });
  afterAll(async () => {
    await nginx?.stop();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${nginx.origin}${path}`, { headers: { authorization, ...headers } });
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const gzip = { 'accept-encoding': 'gzip, deflate, br' };

  test.each([
    ['a list', '/v1/events', 'application/json'],
    ['an event', '/v1/events/evt_test_berlin_jazz_night', 'application/json'],
    ['locations of the demo', '/v1/demo/events', 'application/json'],
    ['a JSON Feed', '/v1/feeds/events.json', 'application/feed+json'],
    ['an RSS feed', '/v1/feeds/events.rss', 'application/rss+xml'],
    ['an XML feed', '/v1/feeds/events.xml', 'application/xml'],
    ['a CSV feed', '/v1/feeds/events.csv', 'text/csv'],
    ['a calendar', '/v1/feeds/events.ics', 'text/calendar'],
    ['the OpenAPI document', '/openapi.json', 'application/json'],
    ['a page of the documentation', '/docs/webhooks', 'text/html'],
    ['the same as Markdown', '/docs/webhooks.md', 'text/markdown'],
    ['a buy page', '/buy/evt_test_berlin_jazz_night', 'text/html'],
    ['the page of an event', '/e/evt_test_berlin_jazz_night', 'text/html'],
    ['a script', '/docs/assets/any/docs.js', 'text/javascript'],
  ])('%s', async (_what, path, type) => {
    const plain = await get(path);
    const small = await get(path, gzip);
    expect(small.statusCode).toBe(200);
    expect(String(small.headers['content-type'])).toContain(type);
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(String(small.headers.vary)).toContain('Accept-Encoding');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(small.bytes.length).toBeLessThan(plain.bytes.length);
    expect(gunzipSync(small.bytes).length).toBeGreaterThan(small.bytes.length);
  });

  test('a problem', async () => {
    const { headers, bytes } = await get('/v1/events/evt_test_unknown', gzip);
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'content-encoding': 'gzip' });
    expect(JSON.parse(gunzipSync(bytes).toString()).code).toBe('event_not_found');
  });

  test.each(['/v1/events', '/v1/feeds/events.rss', '/v1/events/evt_test_berlin_jazz_night'])(
    'an ETag of a compressed response gives 304: %s',
    async (path) => {
      const { etag } = (await get(path, gzip)).headers;
      expect(etag).toMatch(/^W\/"/);
      const tag = String(etag).slice(2);
      const forms = [
        String(etag),
        tag,
        tag.replace(/"$/, '-gzip"'),
        `W/${tag.replace(/"$/, ';gzip"')}`,
        tag.replace(/"$/, '-br"'),
      ];
      for (const form of forms) {
        const answer = await get(path, { ...gzip, 'if-none-match': form });
        expect([form, answer.statusCode, answer.bytes.length]).toEqual([form, 304, 0]);
      }
      expect((await get(path, { ...gzip, 'if-none-match': '"other-gzip"' })).statusCode).toBe(200);
    },
  );
});
