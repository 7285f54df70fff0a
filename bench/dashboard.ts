import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { REPORT_BY } from '../src/core/reports.js';
import { DAY } from '../src/core/time.js';
import { addWebhook } from '../src/deliveries/endpoints/add-endpoint.js';
import { inviteMember } from '../src/members/members.js';
import { openSession } from '../src/members/sign-in.js';
import type { Context } from '../src/platform/context/context.js';
import { keepRequestDays } from '../src/requests/jobs.js';
import { getRequest, listErrors, listRequests } from '../src/requests/list-requests.js';
import { writeRequests } from '../src/requests/record-requests.js';
import { createRequestIds } from '../src/requests/rules/request-id.js';
import { type Device, type FirstSight, seeFirst } from './support/first-sight.js';
import { fillPartner } from './support/large-partner.js';
import { type OrderShop, openOrderShop } from './support/order-shop.js';
import { median, report } from './support/report.js';
import { runBench } from './support/run.js';

/** Debian's, or the path in CHROMIUM. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
/** Lighthouse's "slow 4G", and a processor four times slower than this one. */
const DEVICE: Device = { latencyMs: 150, down: 1_600_000, up: 750_000, slowdown: 4 };
const GOAL_SECONDS = 2.5;

type Sights = readonly FirstSight[];

function tellSeconds(name: string, milliseconds: readonly number[]): void {
  const seconds = milliseconds.map((value) => value / 1_000);
  const spread = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`;
  report(`${name}, seconds`, median(seconds), { atMost: GOAL_SECONDS }, spread);
}

function tell(page: string, sights: Sights): void {
  const most = (value: (sight: FirstSight) => number) => Math.max(...sights.map(value));
  tellSeconds(
    `${page}: first content`,
    sights.map(({ firstContent }) => firstContent),
  );
  tellSeconds(
    `${page}: heading`,
    sights.map(({ heading }) => heading),
  );
  tellSeconds(
    `${page}: largest content`,
    sights.map(({ largest }) => largest),
  );
  report(
    `${page}: layout shift`,
    most(({ shift }) => shift),
    { atMost: 0.1 },
  );
  report(
    `${page}: requests`,
    most(({ requests }) => requests),
    { atMost: 15 },
  );
  report(`${page}: kilobytes`, most(({ bytes }) => bytes) / 1_000, { atMost: 220 });
}

/** @returns the session of a new owner, at an address of their own. */
async function signIn({ ctx, companyId }: OrderShop, number = 1): Promise<string> {
  const { url } = await inviteMember(ctx, { companyId, email: `owner-${number}@bench.example`, role: 'owner' });
  const opened = await openSession(ctx, { token: url.split('#')[1] ?? '', ip: `192.0.2.${number}`, agent: 'Bench' });
  if (!opened) throw new Error('the link was not taken');
  return opened.token;
}

async function run(browser: Browser, shop: OrderShop, rounds: number): Promise<void> {
  const cookies = [{ name: 'partner_events_session', value: await signIn(shop) }];
  const pages = [
    { name: 'sign-in', path: '/sign-in' },
    { name: 'overview', path: '?mode=live', cookies },
    { name: 'earnings', path: '/earnings?mode=live', cookies },
    { name: 'events and links', path: '/links?mode=live', cookies },
    { name: 'campaigns', path: '/campaigns?mode=live', cookies },
    { name: 'funnel', path: '/funnel?mode=live', cookies },
  ].map(({ path, ...page }) => ({ ...page, url: `${shop.origin}/dashboard${path}`, sights: [] as FirstSight[] }));
  // Once for the service and the browser to wake up, and then in turns.
  for (const { url } of pages) await seeFirst(browser, { url, device: DEVICE });
  for (let round = 0; round < rounds; round += 1) {
    for (const { sights, ...page } of pages) sights.push(await seeFirst(browser, { ...page, device: DEVICE }));
  }
  for (const { name, sights } of pages) tell(name, sights);
}

/** A partner's wait at the first visit of the dashboard: the sign-in page, and pages with rows after signing in. */
async function firstSight(rounds = 7): Promise<void> {
  if (!existsSync(CHROMIUM)) {
    console.log(
      `NOT MEASURED: ${CHROMIUM} is missing (Debian: chromium-headless-shell), or name a Chromium in CHROMIUM`,
    );
    return;
  }
  const shop = await openOrderShop(4);
  await fillPartner(shop, { signals: 1_000, sales: 400 });
  await addWebhook(shop.ctx, { key: shop.keyId, url: 'https://hooks.example/' });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await run(browser, shop, rounds);
  } finally {
    await browser.close();
    await shop.close();
  }
}

const CHUNK = 500_000;

/** Calls of a company in a week, one in thirty refused, and a call of a rare operation. @returns its id. */
async function fillRequests(ctx: Context, companyId: string, calls: number): Promise<string> {
  await keepRequestDays(ctx);
  // In parts: one statement of all would meet the limit of all statements.
  for (let first = 1; first <= calls; first += CHUNK) {
    await ctx.sql`
      INSERT INTO api_requests (id, at, company_id, mode, key_id, method, route, status, code, ms, address, query, replayed)
      SELECT 'req_' || lpad(i::text, 20, '0'), now() - interval '7 days' + i * interval '7 days' / ${calls}::float8, ${companyId}, 'live',
             'key_' || i % 3, 'GET', (ARRAY['/events', '/events/{id}', '/categories'])[1 + i % 3],
             CASE WHEN i % 30 = 0 THEN 404 WHEN i % 5003 = 0 THEN 500 ELSE 200 END,
             CASE WHEN i % 30 = 0 THEN 'event_not_found' WHEN i % 5003 = 0 THEN 'internal_error' END,
             4.5, '192.0.2.7', 'city=Berlin&limit=20', false
        FROM generate_series(${first}::int, ${Math.min(calls, first + CHUNK - 1)}::int) AS i`;
  }
  const at = new Date(ctx.clock.now().getTime() - 3 * DAY);
  const id = createRequestIds({ now: () => at })();
  const rest = { code: null, address: null, query: null, retryAfter: null, replayed: false };
  const call = { id, at, companyId, mode: 'live', keyId: 'key_9', method: 'GET', route: '/settlements' } as const;
  await writeRequests(ctx.sql, [{ ...call, status: 200, ms: 3, ...rest }]);
  await ctx.sql`VACUUM ANALYZE api_requests`;
  return id;
}

/** The queries of the page Requests over a week of a large partner. */
async function requests(calls = 10_000_000): Promise<void> {
  const { ctx, companyId, close } = await openOrderShop(4);
  try {
    const requestId = await fillRequests(ctx, companyId, calls);
    const day = { companyId, mode: 'live', span: '24h', limit: 50 } as const;
    const week = { ...day, span: '7d' } as const;
    const questions: [string, () => Promise<unknown>][] = [
      ['one by its id', () => getRequest(ctx, { companyId, requestId })],
      ['the newest 50 of a day', () => listRequests(ctx, day)],
      ['the newest 50 of a week', () => listRequests(ctx, week)],
      ['… with a code', () => listRequests(ctx, { ...week, code: 'internal_error' })],
      ['… that we failed (5xx)', () => listRequests(ctx, { ...week, statusClass: 5 })],
      ['… of a rare operation, one step', () => listRequests(ctx, { ...week, route: '/settlements' })],
      ['errors of a day, grouped', () => listErrors(ctx, day)],
      ['errors of a week, grouped', () => listErrors(ctx, week)],
    ];
    for (const [name, ask] of questions) {
      report(name, await timed(ask), { atMost: 300 }, 'ms');
    }
  } finally {
    await close();
  }
}

/** The calls of each page, all at once as in the page. */
const PAGES: Record<string, string[]> = {
  overview: [
    ...['earnings/summary?mode=live&span=30d', 'notices?mode=live'],
    ...['keys?mode=live', 'endpoints?mode=live&kind=webhook&limit=100'],
  ],
  'overview, 12 months': ['earnings/summary?mode=live&span=12m'],
  earnings: ['earnings?mode=live', 'earnings/events?mode=live', 'saved-filters?page=/earnings'],
  'earnings of a sub ID': ['earnings?mode=live&sub_id=sub-4'],
  'funnel, 30 days': ['funnel?mode=live', 'funnel/unsold?mode=live'],
  ...Object.fromEntries(
    ['day', 'event', 'country', 'sub_id'].map((by) => [`funnel, a year by ${by}`, [`funnel?mode=live&by=${by}&$YEAR`]]),
  ),
  'funnel, all links without a sale': ['funnel/unsold?mode=live&span=all&$KEPT'],
  'funnel, a year of a sub ID': ['funnel?mode=live&sub_id=sub-4&$YEAR'],
  'funnel, a year of a country': ['funnel?mode=live&country=NZ&$YEAR'],
  'events and links': ['links?mode=live', 'promoted-events?mode=live&unsellable=true', 'choices?mode=live'],
  'campaigns, 30 days': ['campaigns?mode=live', 'campaigns?mode=live&by=day&compare=true'],
  ...Object.fromEntries(
    ['day', 'event', 'country', 'sub_id'].map((by) => [
      `campaigns, a year by ${by}`,
      [`campaigns?mode=live&by=${by}&$YEAR`],
    ]),
  ),
  'campaigns, a year with the year before': ['campaigns?mode=live&by=day&compare=true&$YEAR'],
  'campaigns, a year of a prefix': ['campaigns?mode=live&by=sub_id&starts_with=sub-1&$YEAR'],
  statements: ['settlements'],
  'a statement of 5,000 lines': ['settlements/stm_bench1', 'settlements/stm_bench1/lines'],
  company: ['company'],
  'requests, a day': ['requests?mode=live', 'requests/errors?mode=live', 'keys?mode=live'],
  'requests, a week': ['requests?mode=live&span=7d', 'requests/errors?mode=live&span=7d'],
  'a call': ['requests/$CALL', 'keys?mode=live'],
  'missing sales': ['inquiries?mode=live', 'promoted-events?mode=live'],
  usage: ['use?mode=live&days=90'],
  keys: ['keys?mode=live'],
  'a key': ['keys/$KEY'],
  'OAuth clients': ['clients?mode=live'],
  'bulk files': ['bulk-subscriptions?mode=live', 'choices?mode=live'],
  webhooks: ['endpoints?mode=live&kind=webhook'],
  team: ['members'],
  'audit log': ['audit'],
  security: ['members', 'passkeys', 'sessions'],
  'go-live checklist': ['go-live'],
  'test data': ['sandbox'],
};

/** The calls of the API for a year's reports. */
const REPORTS: Record<string, string[]> = Object.fromEntries([
  ...['earnings', 'funnel'].flatMap((name) =>
    REPORT_BY.map((by) => [`${name}, a year by ${by}`, [`/v1/reports/${name}?by=${by}&$YEAR`]]),
  ),
  ['funnel.csv, a year by sub_id', ['/v1/reports/funnel.csv?by=sub_id&$YEAR']],
]);

/** Every page of a large partner. */
async function pages(signals = 1_000_000, sales = 50_000, calls = 10_000_000): Promise<void> {
  await largePartner({ signals, sales, calls }, async (measure) => {
    for (const [name, paths] of Object.entries(PAGES)) await measure(`page ${name}`, paths);
  });
}

/** The reports of a year of a large partner by API. */
async function reports(signals = 1_000_000, sales = 50_000): Promise<void> {
  await largePartner({ signals, sales, calls: 1_000 }, async (measure) => {
    for (const [name, paths] of Object.entries(REPORTS)) await measure(`report ${name}`, paths);
  });
}

type Measure = (name: string, paths: readonly string[]) => Promise<void>;

/** Runs `work` with the data of a large partner. An API process of its own answers; the ratio is to one order by its id. */
async function largePartner(
  { signals, sales, calls }: { signals: number; sales: number; calls: number },
  work: (measure: Measure) => Promise<void>,
): Promise<void> {
  const shop = await openOrderShop(4);
  const { ctx, origin, companyId, keyId } = shop;
  try {
    await fillPartner(shop, { signals, sales });
    const callId = await fillRequests(ctx, companyId, calls);
    await addWebhook(ctx, { key: keyId, url: 'https://hooks.example/' });
    const day = (back: number) => new Date(ctx.clock.now().getTime() - back * DAY).toISOString().slice(0, 10);
    const until = `to=${day(0)}`;
    const places = {
      $YEAR: `from=${day(364)}&${until}`,
      $KEPT: `from=${day(35)}&${until}`,
      $KEY: keyId,
      $CALL: callId,
    };
    const ask = async (path: string, cookie: string) => {
      const query = path.replace(/\$[A-Z]+/, (name) => places[name as keyof typeof places]);
      const answer = query.startsWith('/')
        ? await fetch(`${origin}${query}`, { headers: { authorization: `Bearer ${shop.key}` } })
        : await fetch(`${origin}/dashboard/api/${query}`, { headers: { cookie, 'x-dashboard': '1' } });
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${body}`);
    };
    const lookup = await timed(() => ctx.sql`SELECT * FROM orders WHERE id = 'ord_1'`);
    console.log(`  one order by its id: ${lookup.toFixed(2)} ms`);
    let members = 0;
    await work(async (name, paths) => {
      // A new member for each line, because a member has a limit of calls a minute, and an address one of sign-ins.
      members += 1;
      const cookie = `partner_events_session=${await signIn(shop, members)}`;
      const took = await timed(() => Promise.all(paths.map((path) => ask(path, cookie))));
      report(name, took, { atMost: 300 }, `ms, ${(took / lookup).toFixed(0)} lookups`);
    });
  } finally {
    await shop.close();
  }
}

/** Median milliseconds; the first warms up. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return median(times.slice(1));
}

runBench(module, { 'first-sight': firstSight, requests, pages, reports });
