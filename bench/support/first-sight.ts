import type { Browser, Cookie } from 'playwright-core';

/** A network and a processor, as Chromium's developer tools imitate them. */
export interface Device {
  latencyMs: number;
  /** Bits a second, down and up. */
  down: number;
  up: number;
  /** How many times slower than this machine. */
  slowdown: number;
}

/** A visitor's first sight of a page, in milliseconds since the request. */
export interface FirstSight {
  /** When the first text or picture was drawn, and when the page had its heading. */
  firstContent: number;
  heading: number;
  /** When the largest element was drawn. */
  largest: number;
  /** Cumulative layout shift. */
  shift: number;
  requests: number;
  /** As they came over the network, heads and bodies. */
  bytes: number;
}

/** Loading has ended once it was quiet for this long. */
const QUIET_MS = 800;

const OBSERVER = `(() => {
  const seen = { largest: 0, shift: 0, heading: 0 };
  window.firstSight = seen;
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  const look = () => {
    if (document.querySelector('h1')?.getClientRects().length) seen.heading = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/**
 * Opens a page in a browser that was never there, and waits until nothing more is loaded.
 *
 * @param page.width of the window, in pixels; absent: of a desktop.
 * @param page.url whole address.
 * @param page.cookies of a signed-in member.
 * @param page.device absent: this machine's own.
 */
export async function seeFirst(
  browser: Browser,
  page: { url: string; width?: number; cookies?: Pick<Cookie, 'name' | 'value'>[]; device?: Device },
): Promise<FirstSight> {
  const { url, width = 1280, cookies = [], device } = page;
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
    const tab = await context.newPage();
    await tab.addInitScript(OBSERVER);
    const devtools = await context.newCDPSession(tab);
    await devtools.send('Network.enable');
    if (device) {
      const { latencyMs: latency, down, up, slowdown: rate } = device;
      const throughput = { downloadThroughput: down / 8, uploadThroughput: up / 8 };
      await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    }
    let requests = 0;
    let bytes = 0;
    let open = 0;
    let changed = performance.now();
    const urls = new Map<string, string>();
    devtools.on('Network.requestWillBeSent', ({ request, requestId }) => {
      if (request.url.startsWith('data:')) return;
      urls.set(requestId, request.url);
      requests += 1;
      open += 1;
      changed = performance.now();
    });
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      open -= 1;
      changed = performance.now();
    });
    let failed = '';
    devtools.on('Network.loadingFailed', ({ errorText, canceled, requestId }) => {
      open -= 1;
      changed = performance.now();
      // A page cancels the calls of a part that it no longer shows, such as the filters of an empty list.
      if (!canceled) failed = `${urls.get(requestId)}: ${errorText}`;
    });
    await tab.goto(url);
    await tab.locator('h1').first().waitFor();
    while (!failed && (open > 0 || performance.now() - changed < QUIET_MS)) await tab.waitForTimeout(50);
    if (failed) throw new Error(`${url} needs ${failed}`);
    const firstContent = await tab.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
    );
    const seen = await tab.evaluate<Pick<FirstSight, 'heading' | 'largest' | 'shift'>>('window.firstSight');
    return { firstContent, ...seen, requests, bytes };
  } finally {
    await context.close();
  }
}
