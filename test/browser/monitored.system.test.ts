import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Request } from 'playwright-core';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { WEBSITE } from '../support/api.js';
import { buildWidget } from '../support/build-packages.js';
import { describeInBrowser, newTestPage, startBrowser, type TestPage } from '../support/system/browser.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';

/** The page's script with the real packages of Sentry and OpenTelemetry in it. */
const script = readFileSync(join(projectRoot(), 'test/browser/monitored/monitored.js'), 'utf8');

describeInBrowser('the widget in a page that Sentry and OpenTelemetry watch', () => {
  let browser: Browser;
  let site: BrowserSite;
  let partner: Server;
  let tab: TestPage;
  let element = '';
  let calls: Request[] = [];

  beforeAll(async () => {
    await buildWidget();
    [browser, site] = await Promise.all([startBrowser(), openBrowserSite()]);
    partner = createServer(({ url }, response) => {
      if (url === '/monitored.js') {
        response.setHeader('Content-Type', 'text/javascript').end(script);
        return;
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">` +
          `<script type="module" src="/monitored.js"></script>` +
          `<script type="module" src="${site.origin}/widget.js"></script></head><body>${element}</body></html>`,
      );
    });
    await new Promise<void>((listening) => partner.listen(0, 'localhost', listening));
    const address = `http://localhost:${(partner.address() as AddressInfo).port}`;
    tab = await newTestPage(browser, address, { refused: /\/v1\/events/ });
    tab.page.on('request', (request) => calls.push(request));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await new Promise((closed) => partner?.close(closed));
  });
  beforeEach(() => {
    calls = [];
  });

  const sent = (path: RegExp) => calls.filter((call) => call.method() === 'GET' && path.test(call.url()));

  test.each([
    [
      'with a key',
      () => `website-key="${site.api.keys.test.key}" limit="3" filters`,
      /\/v1\/(?:events|categories|locations)/,
    ],
    ['without a key', () => 'limit="3" filters', /\/v1\/demo\/(?:events|categories|locations)/],
  ])('shows events %s', async (_name, attributes, path) => {
    element = `<partner-events ${attributes()}></partner-events>`;
    await tab.page.goto('/');
    await tab.page.getByLabel('Category').waitFor();
    await tab.page.getByRole('listitem').nth(2).waitFor();
    expect(tab.complaints()).toEqual([]);
    // Both tools have added their headers, or the test would show nothing.
    const headers = sent(path).map((call) => Object.keys(call.headers()));
    expect(headers).toHaveLength(3);
    for (const names of headers)
      expect(names).toEqual(expect.arrayContaining(['sentry-trace', 'baggage', 'traceparent']));
  });

  test('a page on an unlisted domain reads why the key was refused', async () => {
    const errors: string[] = [];
    tab.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    element = `<partner-events website-key="${site.api.keys.website.key}"></partner-events>`;
    await tab.page.goto('/');
    await tab.page.getByText('Events could not be loaded.').waitFor();
    expect(errors.join('\n')).toContain('partner-events: origin_not_allowed. ');
    expect(errors.join('\n')).toContain(`This page is on ${new URL(tab.page.url()).host}.`);
    expect(errors.join('\n')).toContain('/problems/origin_not_allowed');
    expect(errors.join('\n')).not.toContain('CORS');
    expect(WEBSITE).not.toContain(new URL(tab.page.url()).host);
    tab.complaints();
  });

  test('a key that was copied wrong is named on the console', async () => {
    element = '<partner-events website-key="tt_pk_live_00000000000000000000000000000000"></partner-events>';
    await tab.page.goto('/');
    await tab.page.getByText('Events could not be loaded.').waitFor();
    expect(tab.complaints()).toEqual([expect.stringContaining('partner-events: key_invalid. ')]);
  });

  test('an address without an API is named on the console', async () => {
    element = `<partner-events base-url="http://localhost:9/v1/"></partner-events>`;
    await tab.page.goto('/');
    await tab.page.getByText('Events could not be loaded.').waitFor();
    expect(tab.complaints().join('\n')).toMatch(/partner-events: network\. .*http:\/\/localhost:9\/v1 did not respond/);
  });
});
