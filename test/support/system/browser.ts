import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AxeResults, source as axeSource } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's browsers: the one without windows takes a quarter less of the processor for the same pages. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** The first of them, or the path in CHROMIUM. */
const CHROMIUM = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? '/usr/bin/chromium';
/** Stays on this machine: no look-ups of its own, and no other host is found. */
const ARGUMENTS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
  // A second thread collects garbage no sooner where all cores are taken.
  '--js-flags=--single-threaded-gc',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
interface Look {
  /** The width of the window, in pixels. */
  width: number;
  scheme: 'light' | 'dark';
}

/** A desktop and a phone, in both colour schemes. */
const LOOKS: Look[] = [1280, 390].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

/** axe's rules about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Each width and each scheme once: for large pages that were seen in all four before. */
export const TWO_LOOKS: Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

/**
 * `describe` for tests that need a browser. Without one they are skipped and say so; where CI is set, they fail.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  if (existsSync(CHROMIUM)) return void describe(name, tests);
  const missing = `${CHROMIUM} is missing: install Debian's package chromium-headless-shell, or name a Chromium in CHROMIUM`;
  if (process.env.CI) {
    test(name, () => {
      throw new Error(missing);
    });
    return;
  }
  console.warn(`NOT TESTED: ${name}. ${missing}`);
  describe.skip(name, tests);
}

export interface TestPageOptions {
  /**
   * Addresses whose answers may be 4xx: a script asks, and goes by the refusal. All other errors of the page's own address
   * count then.
   */
  refused?: RegExp;
}

export interface TestPage {
  page: Page;
  /** The browser's complaints since the last call: errors on the console, refused content, failed requests. */
  complaints(): string[];
  /** Without cookies and what pages have stored, and in the look of the beginning: as a new session. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

/** A page with a session of its own. Relative addresses start at `origin`. */
export async function newTestPage(
  browser: Browser,
  origin: string,
  { refused }: TestPageOptions = {},
): Promise<TestPage> {
  // A dialog that fades out takes the press of a click whose release hits the element below: such a click has no
  // effect.
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(100_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A refused form is answered 4xx on purpose; a script or a style that is missing has a failed request below.
    const { url } = message.location();
    const known = refused ? refused.test(url) && /\bstatus of 4\d\d\b/.test(message.text()) : url === page.url();
    if (message.type() === 'error' && !known) complaints.push(`${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left drops its open requests.
    if (!refused || reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  return {
    page,
    complaints: () => complaints.splice(0),
    async renew() {
      for (const other of context.pages()) if (other !== page) await other.close();
      // A page without a script, which stores nothing more; on the same address, whose process has compiled axe.
      if (page.url().startsWith(origin)) {
        await page.goto('/problems');
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
      }
      await context.clearCookies();
      await page.setExtraHTTPHeaders({});
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.emulateMedia({ colorScheme: 'light' });
    },
    close: () => context.close(),
  };
}

/**
 * axe's findings on the current page, and whether it is wider than the window; by default in light and dark, on a
 * desktop and on a phone. Where only the scheme differs from an earlier look, only colours are checked: nothing else
 * depends on it. An empty list is a clean page.
 */
export async function findFaults(page: Page, looks = LOOKS): Promise<string[]> {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(SETTLED);
    const rules = seen.has(width) ? COLOUR_RULES : null;
    seen.add(width);
    const found = [...(await runAxe(page, rules)), ...(await findOverflow(page, width))];
    await keepPicture(page, `${scheme}-${width}`);
    faults.push(...found.map((fault) => `${scheme}, ${width} px: ${fault}`));
  }
  return faults;
}

/** Until the colours of the look are complete: halfway they are too pale. Pages apply the look with a frame. */
const SETTLED = `(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const moving = () => document.getAnimations().filter(
    ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity,
  );
  while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
})()`;

let pictures = 0;

/** For people: `SCREENSHOTS=<folder>` keeps a picture of each page that was looked at. */
async function keepPicture(page: Page, look: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  pictures += 1;
  const name = (await page.title()).replace(/\W+/g, '-');
  await page.screenshot({ path: join(folder, `${String(pictures).padStart(3, '0')}-${name}-${look}.png`) });
}

/** @param rules all of them if null. */
async function runAxe(page: Page, rules: string[] | null): Promise<string[]> {
  // Sent once a page. Nothing comes back from either: to copy axe itself out of the page takes seconds.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`(() => { ${axeSource} })(); undefined`);
  // Targets of 24 px, or as far apart: of WCAG 2.2, and off unless asked for.
  const options = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : { rules: { 'target-size': { enabled: true } } }),
  };
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`),
  );
}

async function findOverflow(page: Page, width: number): Promise<string[]> {
  const used = await page.evaluate<number>('document.documentElement.scrollWidth');
  return used > width ? [`the page is ${used} px wide`] : [];
}
