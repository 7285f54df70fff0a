import { createDocsSite, type DocsSite, guideLink } from '../../../api/docs/site.js';
import { isJson } from '../../../api/http/json.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { PROBLEMS } from '../../../src/core/problems.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { buildDashboard, buildWidget } from '../../support/build-packages.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let site: DocsSite;
beforeAll(async () => {
  await Promise.all([buildDashboard(), buildWidget()]);
  api = await createTestApi({ context: { env: { BASE_URL: 'https://api.tickets.test/v1' } } });
  const document: unknown = (await api.app.inject('/openapi.json')).json();
  if (!isJson(document)) throw new TypeError('no document');
  site = createDocsSite(api.ctx.config, document);
});
afterAll(() => api.close());

const addressesIn = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, one = '']) => one);
const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, one]) => one));

/** Every page, whole, by its address. */
async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const slug of ['', ...site.pages().map((page) => `/${page.slug}`)]) {
    const answer = await api.app.inject(`/docs${slug}`);
    expect([slug, answer.statusCode]).toEqual([slug, 200]);
    pages.set(`/docs${slug}`, answer.body);
  }
  return pages;
}

describe('/docs', () => {
  test('no link is dead: every page of ours is there, and every anchor', async () => {
    const pages = await readPages();
    const dead: string[] = [];
    for (const [path, body] of pages) {
      for (const href of addressesIn(body)) {
        if (/^(https?:|data:)/.test(href)) continue;
        const [target, anchor] = href.replaceAll('&amp;', '&').split('#');
        const place = target || path;
        const known = pages.get(place) ?? ((await api.app.inject(place)).statusCode < 400 ? '' : null);
        if (known === null) dead.push(`${path}: ${href}`);
        if (anchor && pages.has(place) && !idsIn(pages.get(place) ?? '').has(anchor)) dead.push(`${path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test('works without the internet: nothing is loaded from another host, and nothing stands in the page that the policy refuses', async () => {
    for (const [path, body] of await readPages()) {
      expect({ path, loads: body.match(/<(?:script|img|link)[^>]*(?:src|href)="https?:[^"]*"/g) }).toEqual({
        path,
        loads: null,
      });
      expect({ path, inline: body.match(/ style="|<style|<script(?![^>]* src=)| on[a-z]+="/g) }).toEqual({
        path,
        inline: null,
      });
    }
    const { headers } = await api.app.inject('/docs/webhooks');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  });

  test('guides speak of the service that the reader calls', async () => {
    for (const page of site.pages()) {
      expect({ slug: page.slug, example: page.html.includes('https://api.example.com') }).toEqual({
        slug: page.slug,
        example: false,
      });
    }
    expect(site.page('quickstart')?.html).toContain('https://api.tickets.test/v1');
  });

  test('guides of partners hold no command of operators, and lead to no guide of theirs', () => {
    for (const { slug, markdown } of site.pages()) {
      const commands = [...markdown.matchAll(/partner-events (?!listen\b|receiver\b)[a-z-]+ [a-z-]+/g)].map(
        ([one]) => one,
      );
      expect({ slug, commands }).toEqual({ slug, commands: [] });
    }
    expect(guideLink('runbooks.md#alerts')).toBeNull();
    expect(site.page('glossary')?.markdown).not.toContain('outbox');
  });

  test('every operation, object and field of the document has an anchor', async () => {
    const { paths, components } = (await api.app.inject('/openapi.json')).json();
    const anchors = new Set(site.pages().flatMap(({ html }) => [...idsIn(html)]));
    for (const item of Object.values<Record<string, { operationId: string; parameters?: { name: string }[] }>>(paths)) {
      for (const { operationId, parameters = [] } of Object.values(item)) {
        expect(anchors).toContain(operationId);
        for (const { name } of parameters) expect(anchors).toContain(`${operationId}.${name}`);
      }
    }
    for (const field of Object.keys(components.schemas.Event.properties)) expect(anchors).toContain(`Event.${field}`);
    expect(anchors).toContain('Event.tickets.buy_url');
  });

  test('problem codes lead to the pages that explain them', () => {
    const linked = new Set(site.pages().flatMap(({ html }) => addressesIn(html)));
    for (const code of [
      'key_missing',
      'event_withdrawn',
      'tickets_unavailable',
      'rate_limited',
    ] satisfies (keyof typeof PROBLEMS)[]) {
      expect(linked).toContain(`/problems/${code}`);
    }
  });

  test('404: a page that is none', async () => {
    for (const path of ['/docs/operations', '/docs/nowhere.md', '/docs/../package.json', '/docs/assets/any/none.js']) {
      expectProblem(await api.app.inject(path), 'not_found');
    }
  });

  test('files are kept for a year under the address that pages name, and not under another', async () => {
    const { body } = await api.app.inject('/docs');
    const style = /href="(\/docs\/assets\/\w+\/docs\.css)"/.exec(body)?.[1] ?? '';
    expect((await api.app.inject(style)).headers['cache-control']).toContain('immutable');
    expect((await api.app.inject('/docs/assets/other/docs.css')).headers['cache-control']).toBe('no-store');
  });
});

describe('for programs', () => {
  test('each page is there as Markdown, and llms.txt lists them', async () => {
    const list = await api.app.inject('/llms.txt');
    expect(list.headers['content-type']).toMatch(/^text\/plain/);
    for (const { slug, title } of site.pages()) {
      expect(list.body).toContain(`https://api.tickets.test/docs/${slug}.md`);
      const page = await api.app.inject(`/docs/${slug}.md`);
      expect(page.headers['content-type']).toMatch(/^text\/markdown/);
      expect(page.body.startsWith(`# ${title}`)).toBe(true);
      expect(page.body).not.toMatch(/```insert|\{#|<!--|\]\(\.\.\//);
    }
  });

  test('the search knows every section and every problem', async () => {
    const entries: { id: string; title: string; text: string }[] = (await api.app.inject('/docs/search.json')).json();
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const code of Object.keys(PROBLEMS)) expect(entries.map(({ id }) => id)).toContain(`/problems/${code}`);
    expect(entries.find(({ id }) => id === '/docs/webhooks#verify-the-signature')?.text).toContain('HMAC-SHA256');
    // By other words, by the operation that a part belongs to, and not by the words of examples.
    expect(entries.find(({ id }) => id === '/docs/client')?.text).toContain('sdk');
    const cors = entries.find(({ id }) => id === '/docs/conventions#cors-calls-from-a-web-page');
    for (const word of ['blocked by CORS policy', 'Access-Control-Allow-Origin', 'sentry-trace']) {
      expect(cors?.text).toContain(word);
    }
    expect(entries.map(({ title }) => title)).not.toContain('Response');
    expect(entries.find(({ id }) => id === '/docs/reference/orders#postOrders--response')?.text).not.toContain(
      '"checkout_url"',
    );
  });
});

test('the Postman collection has every operation, with a key that is empty', async () => {
  const { paths } = (await api.app.inject('/openapi.json')).json();
  const collection = (await api.app.inject('/docs/postman.json')).json();
  const items: { name: string; request: { method: string; url: { raw: string } } }[] = collection.item.flatMap(
    ({ item }: { item: object[] }) => item,
  );
  const operations = Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(items.map(({ request }) => `${request.method} ${request.url.raw}`).sort()).toEqual(operations.sort());
  expect(collection.variable).toContainEqual({ key: 'key', value: '' });
  expect(collection.variable).toContainEqual({ key: 'baseUrl', value: 'https://api.tickets.test/v1' });
});

test('the requests of the Postman collection are chained: each order call uses the values of the calls before', async () => {
  interface Item {
    name: string;
    event?: { script: { exec: string[] } }[];
    request: {
      method: string;
      url: {
        raw: string;
        query: { key: string; value: string; disabled: boolean }[];
        variable: { key: string; value: string }[];
      };
      header: { key: string; value: string; disabled?: boolean }[];
      body?: { raw?: string };
    };
  }
  await refreshSamples(api.ctx);
  const collection = (await api.app.inject('/docs/postman.json')).json();
  const items: Item[] = collection.item.flatMap(({ item }: { item: Item[] }) => item);
  const variables = new Map<string, string>(
    collection.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
  );
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '');
  const sent: string[] = [];
  for (const path of ['/events', '/events/:id/tickets', '/orders', '/orders/:id', '/orders/:id/cancel']) {
    const item = items.find(({ request }) => request.url.raw === `{{baseUrl}}${path}`);
    if (!item) throw new Error(`no call of ${path}`);
    const { method, url, header, body } = item.request;
    const query = url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${filled(value)}`);
    const place = url.variable.reduce((text, { key, value }) => text.replace(`:${key}`, filled(value)), path);
    const answer = await api.app.inject({
      method: method as 'GET',
      url: `/v1${place}?${query.join('&')}`,
      headers: {
        ...bearer(api.keys.test),
        ...Object.fromEntries(
          header.map(({ key, value }) => [key.toLowerCase(), value === '{{$guid}}' ? 'cart-12345' : value]),
        ),
      },
      ...(body?.raw && { payload: filled(body.raw) }),
    });
    expect([path, answer.statusCode < 300 ? 'accepted' : answer.body]).toEqual([path, 'accepted']);
    const pm = {
      response: { code: answer.statusCode, json: () => answer.json() },
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
    };
    for (const { script } of item.event ?? []) new Function('pm', script.exec.join('\n'))(pm);
    sent.push(place);
  }
  const [, tickets = '', , order = '', cancelled = ''] = sent;
  expect(tickets).toMatch(/^\/events\/evt_\w+\/tickets$/);
  expect(order).toMatch(/^\/orders\/ord_\w+$/);
  expect(cancelled).toBe(`${order}/cancel`);
});
