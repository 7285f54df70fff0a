import { setTimeout } from 'node:timers/promises';
import { DAY } from '../src/core/time.js';
import type { Context } from '../src/platform/context/context.js';
import { keepRequestDays } from '../src/requests/keep-days.js';
import { getRequest, listErrors, listRequests } from '../src/requests/list-requests.js';
import { createRequestIds } from '../src/requests/rules/request-id.js';
import { type Load, startLoadGenerator } from './support/load.js';
import { startCpuMeter } from './support/process-usage.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
/** A week of a large partner. */
const REQUESTS = 10_000_000;
const HOT_PAGES = 2_000;
const ROUNDS = 8;
const SECONDS = 3;
const TURNS = 15;
const COMMAND = 'npm run build && node dist/bench/requests.js [requests] [events]';

/** Fresh pages with the request log beside the same process without it, turns about; by rate, and by processor time, which a busy machine changes less. */
async function besideUnlogged(site: ReadingSite): Promise<void> {
  const unlogged = await site.startApi({ BENCH_UNLOGGED: '1' });
  const generator = startLoadGenerator();
  const sides = { logged: site.apiPid, unlogged: unlogged.pid };
  const origins = { logged: site.api, unlogged: unlogged.origin };
  try {
    const paths = (await site.cursors(HOT_PAGES)).map((cursor) => `/v1/events?cursor=${cursor}`);
    const headers = { authorization: `Bearer ${site.keys.server}` };
    const load = { paths, headers, connections: 16, seconds: SECONDS, expect: 200 };
    const turn = async (side: keyof typeof sides) => {
      const meter = startCpuMeter([sides[side], ...(await site.backends())]);
      const { rate } = await generator.run({ ...load, origin: origins[side] } satisfies Load);
      // What the turn left to write is its own.
      await setTimeout(1_200);
      return { rate, cpu: (meter() / (rate * SECONDS)) * 1e6 };
    };
    const rounds: Record<keyof typeof sides, { rate: number; cpu: number }>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [first, second] = round % 2 === 0 ? (['logged', 'unlogged'] as const) : (['unlogged', 'logged'] as const);
      const results = { [first]: await turn(first), [second]: await turn(second) } as (typeof rounds)[number];
      // The first warms up.
      if (round > 0) rounds.push(results);
    }
    const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    report(
      'GET /events fresh with the request log, of without',
      middle(({ logged, unlogged: bare }) => logged.rate / bare.rate),
      { atLeast: 0.97 },
      `${middle(({ logged }) => logged.rate).toFixed(0)}/s`,
    );
    const cost = (side: keyof typeof sides) => middle((round) => round[side].cpu);
    report(
      '… by processor time of the API and Postgres',
      middle(({ logged, unlogged: bare }) => bare.cpu / logged.cpu),
      { atLeast: 0.97 },
      `${cost('logged').toFixed(0)} of ${cost('unlogged').toFixed(0)} µs a call`,
    );
  } finally {
    await generator.close();
  }
}

/** A week of calls of one company, one in thirty refused, and as many of the first as make a rare operation. */
async function fill(ctx: Context, companyId: string, requests: number): Promise<void> {
  await keepRequestDays(ctx);
  await ctx.sql`
    INSERT INTO api_requests (id, at, company_id, mode, key_id, method, route, status, code, ms, address, query, replayed)
    SELECT 'req_' || lpad(i::text, 20, '0'), now() - interval '7 days' + i * interval '7 days' / ${requests}::float8, ${companyId}, 'live',
           'key_' || i % 3, 'GET', (ARRAY['/events', '/events/{id}', '/categories'])[1 + i % 3],
           CASE WHEN i % 30 = 0 THEN 404 WHEN i % 5003 = 0 THEN 500 ELSE 200 END,
           CASE WHEN i % 30 = 0 THEN 'event_not_found' WHEN i % 5003 = 0 THEN 'internal_error' END,
           4.5, '192.0.2.7', 'city=Berlin&limit=20', false
      FROM generate_series(1, ${requests}::int) AS i`;
  await ctx.sql`VACUUM ANALYZE api_requests`;
}

/** What the page asks for, beside one call by its id. */
async function pages(ctx: Context, companyId: string, requests: number): Promise<void> {
  const at = new Date(ctx.clock.now().getTime() - 3 * DAY);
  const id = createRequestIds({ now: () => at })();
  await ctx.requests.write([
    {
      ...{
        id,
        at,
        companyId,
        mode: 'live',
        keyId: 'key_9',
        method: 'GET',
        route: '/settlements',
        status: 200,
        code: null,
        ms: 3,
      },
      ...{ address: null, query: null, retryAfter: null, replayed: false },
    },
  ]);
  const day = { companyId, mode: 'live', span: '24h', limit: 50 } as const;
  const week = { ...day, span: '7d' } as const;
  const asked: [string, () => Promise<unknown>][] = [
    ['one by its id', () => getRequest(ctx, { companyId, requestId: id })],
    ['the newest 50 of a day', () => listRequests(ctx, day)],
    ['the newest 50 of a week', () => listRequests(ctx, week)],
    ['… with a code', () => listRequests(ctx, { ...week, code: 'internal_error' })],
    ['… that we failed (5xx)', () => listRequests(ctx, { ...week, statusClass: 5 })],
    ['… of a rare operation, one step', () => listRequests(ctx, { ...week, route: '/settlements' })],
    ['errors of a day, grouped', () => listErrors(ctx, day)],
    ['errors of a week, grouped', () => listErrors(ctx, week)],
  ];
  console.log(`Requests page, ${requests} calls in a week, medians of ${TURNS}:`);
  for (const [name, ask] of asked) {
    const times: number[] = [];
    await ask();
    for (let turn = 0; turn < TURNS; turn += 1) {
      const before = performance.now();
      await ask();
      times.push(performance.now() - before);
    }
    report(name, median(times), { atMost: 300 }, 'ms');
  }
}

/** The request log: what it costs fresh reads, and how long its page takes. */
export async function benchRequests(requests = REQUESTS, events = EVENTS): Promise<void> {
  const site = await openReadingSite({ events });
  try {
    await keepRequestDays(site.ctx);
    await site.ctx.sql`TRUNCATE api_requests`;
    await besideUnlogged(site);
    await site.ctx.sql`TRUNCATE api_requests`;
    await fill(site.ctx, site.companyId, requests);
    await pages(site.ctx, site.companyId, requests);
    await site.ctx.sql`TRUNCATE api_requests`;
    console.log(`again: ${COMMAND}`);
  } finally {
    await site.close();
  }
}

if (require.main === module) {
  const [requests, events] = process.argv.slice(2).map(Number);
  benchRequests(requests, events).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
