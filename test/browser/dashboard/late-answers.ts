import type { Browser, Cookie, Request, Route } from 'playwright-core';
import { waitFor } from '../../support/wait-for.js';

/** A layout shift of a page, with the elements that moved most. */
interface Shift {
  value: number;
  moved: string[];
}

const OBSERVER = `(() => {
  window.shifts = [];
  const nameOf = (node) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 90);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) window.shifts.push({ value, moved: sources.slice(0, 2).map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

const TWO_FRAMES = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
/** After this long without a new request, only the held answers are missing. */
const QUIET_MS = 60;

interface Options {
  width: number;
  cookies: Pick<Cookie, 'name' | 'value'>[];
  /** The held answer that comes next. Both orders together put every answer of a page after every other. */
  next: 'oldest' | 'newest';
}

/** Opens pages with API answers that come one by one: the page draws each before the next comes. */
export async function openLateAnswers(browser: Browser, { width, cookies, next }: Options) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  await context.addCookies(cookies as Cookie[]);
  const page = await context.newPage();
  await page.addInitScript(OBSERVER);
  let held: Route[] = [];
  const open = new Set<Request>();
  let changed = 0;
  page.on('request', (request) => {
    open.add(request);
    changed = performance.now();
  });
  const end = (request: Request) => {
    open.delete(request);
    // A page drops a request when it no longer needs the answer.
    held = held.filter((route) => route.request() !== request);
    changed = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.route(/\/dashboard\/api\//, (route) => {
    // The shell waits for these two.
    if (/\/(?:session|notices\?.*)$/.test(route.request().url())) return route.continue();
    held.push(route);
  });
  const settle = async () => {
    await waitFor(() => open.size === held.length && performance.now() - changed > QUIET_MS, { interval: 10 });
    await page.evaluate(TWO_FRAMES);
  };
  return {
    /** The sum of the page's layout shifts; their causes: the answer, the shift and the moved elements. */
    async look(url: string): Promise<{ shift: number; causes: string[] }> {
      await page.goto(url);
      await page.locator('#main').waitFor();
      const causes: string[] = [];
      let shift = 0;
      let late = 'the page';
      for (;;) {
        await settle();
        const shifts = await page.evaluate<Shift[]>('window.shifts.splice(0)');
        for (const { value, moved } of shifts) {
          shift += value;
          if (value > 0.01) causes.push(`${late}: ${value.toFixed(3)} ${moved.join(' | ')}`);
        }
        const route = next === 'oldest' ? held.shift() : held.pop();
        if (!route) return { shift, causes };
        late = new URL(route.request().url()).pathname.replace('/dashboard/api', '');
        await route.continue();
      }
    },
    close: () => context.close(),
  };
}
