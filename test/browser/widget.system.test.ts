import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { Event } from '../../src/core/wire/event.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { bearer } from '../support/api.js';
import { buildWidget } from '../support/build-packages.js';
import { describeInBrowser, findFaults, newTestPage, startBrowser, type TestPage } from '../support/system/browser.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';

const SCRIPT = join(projectRoot(), 'dist/widget/widget.js');
const MOST_BYTES = 15_000;

describeInBrowser('the widget in a page of a partner', () => {
  let browser: Browser;
  let site: BrowserSite;
  let partner: Server;
  let tab: TestPage;
  let page: Page;
  /** The body of the partner's page. */
  let body = '';
  /** Where that page has the script from. */
  let script = '';
  /** The widget's signals to `/track`. */
  let signals: Record<string, unknown>[] = [];

  beforeAll(async () => {
    await buildWidget();
    [browser, site] = await Promise.all([startBrowser(), openBrowserSite()]);
    // Another origin, with a policy as strict as a bank's: no inline script or style.
    partner = createServer(({ url }, response) => {
      if (url === '/copy.js') {
        response.setHeader('Content-Type', 'text/javascript').end(readFileSync(SCRIPT));
        return;
      }
      const policy = `default-src 'none'; script-src 'self' ${site.origin}; connect-src ${site.origin}; img-src ${site.origin} data:`;
      response.setHeader('Content-Type', 'text/html; charset=utf-8').setHeader('Content-Security-Policy', policy);
      response.end(
        `<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width">` +
          `<link rel="icon" href="data:,"><script type="module" ${script}></script></head>` +
          `<body><main><h1>Shop</h1><h2>Events</h2>${body}</main></body></html>`,
      );
    });
    await new Promise<void>((listening) => partner.listen(0, 'localhost', listening));
    tab = await newTestPage(browser, `http://localhost:${(partner.address() as AddressInfo).port}`, {
      refused: /\/v1\/events/,
    });
    page = tab.page;
    await page.route('**/v1/track', (route) => {
      signals.push(JSON.parse(route.request().postData() ?? '{}'));
      return route.continue();
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await new Promise((closed) => partner?.close(closed));
  });
  beforeEach(() => {
    signals = [];
    script = `src="${site.origin}/widget.js"`;
  });

  const events = () => page.getByRole('listitem');

  async function show(attributes: string): Promise<void> {
    body = `<partner-events ${attributes}></partner-events>`;
    await page.goto('/');
    await events().first().waitFor();
  }
  const withKey = (more = '') => show(`website-key="${site.api.keys.test.key}" ${more}`);

  test('is small enough to load anywhere', () => {
    expect(gzipSync(readFileSync(SCRIPT), { level: 9 }).length).toBeLessThan(MOST_BYTES);
  });

  test('shows events, clean in every look', async () => {
    await withKey('limit="3" filters');
    await page.getByLabel('Category').waitFor();
    expect(await events().count()).toBe(3);
    expect(await findFaults(page)).toEqual([]);
    expect(tab.complaints()).toEqual([]);
  });

  test("a copy on the page's own site, with its hash, calls the API that it names", async () => {
    const hash = createHash('sha384').update(readFileSync(SCRIPT)).digest('base64');
    script = `src="/copy.js" integrity="sha384-${hash}"`;
    await withKey(`base-url="${site.origin}/v1" limit="2"`);
    expect(await events().count()).toBe(2);
    expect(tab.complaints()).toEqual([]);
  });

  test('without a key, sample events, and counts nothing', async () => {
    await show('limit="2"');
    expect(await events().first().innerText()).toContain('TEST EVENT');
    expect(signals).toEqual([]);
  });

  test('a picture that cannot be had leaves a plain ground, and no broken mark', async () => {
    await page.route('**/pictures/**', (route) => route.abort());
    await withKey('limit="3"');
    await page.locator('partner-events span[part="image"]').nth(2).waitFor();
    expect(await page.locator('partner-events img').count()).toBe(0);
    expect(tab.complaints().every((one) => one.includes('/pictures/'))).toBe(true);
    await page.unroute('**/pictures/**');
  });

  test("tickets lead to the partner's buy link with its sub_id, and are counted", async () => {
    await withKey('limit="3" sub-id="home.hero-1" target="_blank"');
    const link = page.getByRole('link', { name: /^Tickets for/ }).first();
    const href = new URL((await link.getAttribute('href')) ?? '');
    expect(href.pathname).toMatch(/^\/buy\/evt_test_/);
    expect(href.searchParams.get('ref')).toMatch(/./);
    expect(href.searchParams.get('sub_id')).toBe('home.hero-1');
    const counted = page.waitForRequest((request) => request.postData()?.includes('event_click') ?? false);
    const opened = page.waitForEvent('popup');
    await link.focus();
    await page.keyboard.press('Enter');
    await Promise.all([counted, opened]);
    const key = site.api.keys.test.key;
    const view = expect.stringMatching(/^[a-z0-9]{8,64}$/);
    expect(signals).toEqual([
      { type: 'impression', shown: 3, key, view },
      { type: 'event_click', event_id: href.pathname.split('/').at(-1), key, view },
    ]);
  });

  test('a venue or a performer narrows the list', async () => {
    const list = async (query: string): Promise<Event[]> => {
      const url = `/v1/events?limit=100${query}`;
      return (await site.api.app.inject({ url, headers: bearer(site.api.keys.test) })).json().events;
    };
    const [event] = (await list('')).filter(({ performers, location }) => performers.length > 0 && location.venue_id);
    const [venue, performer] = [event?.location.venue_id, event?.performers[0]?.id];
    for (const [attribute, query] of [
      [`venue-id="${venue}"`, `&venue_id=${venue}`],
      [`performer-id="${performer}"`, `&performer_id=${performer}`],
    ] as const) {
      const names = (await list(query)).map(({ name }) => name);
      await withKey(`limit="100" ${attribute}`);
      expect(await page.locator('[part="name"]').allInnerTexts()).toEqual(names);
    }
  });

  test('a sub_id that the API would drop is left out', async () => {
    await withKey('limit="1" sub-id="not ok"');
    expect(await page.getByRole('link').first().getAttribute('href')).not.toContain('sub_id');
  });

  test('visitors filter, and ask for more from the keyboard', async () => {
    await withKey('limit="2" filters');
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await events().nth(3).waitFor();
    expect(
      await page.evaluate("document.querySelector('partner-events').shadowRoot.activeElement.getAttribute('part')"),
    ).toBe('name');
    const answer = page.waitForResponse((one) => one.url().includes('/v1/events?') && one.url().includes('near='));
    await page.getByLabel('City').selectOption({ label: 'Berlin' });
    const { events: found } = (await (await answer).json()) as { events: { location: { city: string } }[] };
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ location }) => location.city))).toEqual(new Set(['Berlin']));
  });

  test('late filters appear for a visitor who has asked for more in the meantime', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/locations', (route) => asked.then(() => route.continue()));
    await withKey('limit="2" filters');
    await page.getByRole('button', { name: 'Show more' }).click();
    await events().nth(3).waitFor();
    answer();
    await page.getByLabel('City').waitFor({ timeout: 10_000 });
    expect(await events().count()).toBe(4);
    await page.unroute('**/v1/locations');
  });

  test('follows its attributes and the language of the page', async () => {
    await withKey('limit="1" filters lang="de"');
    expect(await page.getByRole('status').innerText()).toBe('1 Veranstaltung angezeigt');
    expect(await page.locator('[part=date]').innerText()).toMatch(/^(Mo|Di|Mi|Do|Fr|Sa|So)\., .*\sUhr/);
    await page.getByLabel('Kategorie').selectOption('Musik');
    await page.evaluate("document.querySelector('partner-events').setAttribute('limit', '2')");
    await page.getByText('2 Veranstaltungen angezeigt').waitFor({ state: 'attached' });
  });

  test('parts take the style of the page', async () => {
    await withKey('limit="1"');
    await page.evaluate(
      "document.adoptedStyleSheets = [Object.assign(new CSSStyleSheet(), {})]; document.adoptedStyleSheets[0].replaceSync('partner-events::part(price) { color: rgb(1, 2, 3) }')",
    );
    const color =
      "getComputedStyle(document.querySelector('partner-events').shadowRoot.querySelector('[part=price]')).color";
    expect(await page.evaluate(color)).toBe('rgb(1, 2, 3)');
  });

  test('a server key is sent nowhere', async () => {
    const { key } = site.api.keys.server;
    const calls: string[] = [];
    page.on('request', (request) => calls.push(JSON.stringify([request.url(), request.headers()])));
    body = `<partner-events website-key="${key}"></partner-events>`;
    await page.goto('/');
    await page.getByText('Events could not be loaded.').waitFor();
    expect(calls.join()).not.toContain(key);
    page.removeAllListeners('request');
    expect(tab.complaints()).toEqual([expect.stringContaining('key_kind_not_allowed')]);
  });

  test('a refusal says so, and can be tried again', async () => {
    body = '<partner-events website-key="tt_test_00000000000000000000000000000000"></partner-events>';
    await page.goto('/');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    tab.complaints();
  });

  test('/docs/widget shows it with the key of the reader', async () => {
    await page.goto(`${site.origin}/docs/widget`);
    await events().first().waitFor();
    expect(tab.complaints()).toEqual([]);
  });
});
