import Fastify from 'fastify';
import { createKey } from '../src/access/create-key.js';
import { createCompany } from '../src/companies/create-company.js';
import type { Context } from '../src/platform/context/context.js';
import { answerParent, startForked } from './support/forked.js';
import { fillSignals, questionsOfSignals } from './support/kept-signals.js';
import { fireConnection } from './support/load.js';
import { openPlatform } from './support/platform.js';
import { cpuSeconds } from './support/process-usage.js';
import { median, report } from './support/report.js';
import { runBench } from './support/run.js';
import { compare, openTwoDatabases } from './support/two-databases.js';

const SITE = 'https://shop.example';

const EVENTS = 1_000;
const CALLERS = 128;
/** A minute's limit is 300 for each address: with this many addresses it is never reached. */
const ADDRESSES = 8_000;
const SECONDS = 5;
const ROUNDS = 3;
/** Argument of the process that is compared with. */
const BARE = 'bare';

let sent = 0;

/** Five signals are two impressions, two views and a click; few events draw most of them, as on any site. */
function signalOf(n: number, key: string): string {
  const view = `load-${n.toString(36).padStart(12, '0')}`;
  if (n % 5 < 2) return `{"type":"impression","shown":20,"key":"${key}","view":"${view}"}`;
  const event = 1 + Math.floor(EVENTS * Math.random() ** 3);
  return `{"type":"${n % 5 < 4 ? 'event_view' : 'event_click'}","event_id":"evt_${event}","key":"${key}","view":"${view}"}`;
}

function requestOf(n: number, key: string): Buffer {
  const visitor = n % ADDRESSES;
  const body = signalOf(n, key);
  const address = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
  const headers = `host: bench\r\ncontent-type: application/json\r\norigin: ${SITE}\r\nx-forwarded-for: ${address}`;
  return Buffer.from(
    `POST /v1/track HTTP/1.1\r\n${headers}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}

/** Signals a second, each with a `view` of its own, and how many were answered in all; anything but 204 ends the bench. */
async function send(origin: string, key: string): Promise<{ rate: number; answered: number }> {
  const port = Number(new URL(origin).port);
  const run = async (seconds: number): Promise<number> => {
    const until = performance.now() + seconds * 1_000;
    const request = () => requestOf(++sent, key);
    const callers = Array.from({ length: CALLERS }, () => fireConnection({ port, request, expect: 204, until }));
    return (await Promise.all(callers)).reduce((sum, times) => sum + times.length, 0);
  };
  const warm = await run(1);
  const from = performance.now();
  const answered = await run(SECONDS);
  return { rate: answered / ((performance.now() - from) / 1_000), answered: warm + answered };
}

async function round(site: SignalSite): Promise<{ track: number; bare: number }> {
  await site.reset();
  const { rate: bare } = await send(site.bare, site.key);
  const [before, own] = [await site.used(), process.cpuUsage()];
  const { rate: track, answered } = await send(site.api, site.key);
  const after = await site.used();
  const { user, system } = process.cpuUsage(own);
  const each = (seconds: number) => ((seconds * 1e6) / answered).toFixed(0);
  console.log(
    `  a signal takes ${each(after.api - before.api)} µs of the API, ${each(after.postgres - before.postgres)} µs of Postgres ` +
      `and ${((user + system) / answered).toFixed(0)} µs of the load generator`,
  );
  const counted = await site.counted();
  if (counted !== answered) throw new Error(`${answered} signals were acknowledged, ${counted} are counted`);
  console.log(
    `  POST /track ${track.toFixed(0)} a second; bare Fastify 204 ${bare.toFixed(0)}; ${counted} counted, none lost`,
  );
  return { track, bare };
}

/** POST /track, acknowledged after the commit, compared with bare Fastify that answers 204 to the same requests. */
async function track(): Promise<void> {
  const site = await openSignalSite();
  try {
    const rounds: { track: number; bare: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round(site));
    const ratio = median(rounds.map(({ track, bare }) => track / bare));
    const rate = median(rounds.map(({ track }) => track));
    report(
      'POST /track, acknowledged after its commit, of a bare 204',
      ratio,
      { atLeast: 0.25 },
      `${rate.toFixed(0)}/s`,
    );
  } finally {
    await site.close();
  }
}

interface SignalSite {
  /** Addresses of the API and of the bare server. */
  api: string;
  bare: string;
  /** A website key of {@link SITE}. */
  key: string;
  /** Seconds of processor time so far, of the API and of Postgres. */
  used(): Promise<{ api: number; postgres: number }>;
  /** Signals that are counted now. */
  counted(): Promise<number>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A database, the API over it, a bare Fastify, and live events: `evt_1`, `evt_2`… */
async function openSignalSite(): Promise<SignalSite> {
  // The callers' addresses come from the header, so that the limit of one address is counted but not met.
  const platform = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
  const { ctx } = platform;
  const company = await createCompany(ctx, { name: 'Bench' });
  const { key } = await createKey(ctx, { companyId: company.id, kind: 'website', domains: ['shop.example'] });
  await fill(ctx);
  const api = await platform.serveApi();
  const bare = await startForked<object, null, { origin: string }>(__filename, { args: [BARE] });
  return {
    api: api.origin,
    bare: bare.ready.origin,
    key,
    async used() {
      const rows = await ctx.sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
      return { api: cpuSeconds(api.child.pid), postgres: rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0) };
    },
    async counted() {
      const [row] = await ctx.sql<
        { n: number }[]
      >`SELECT coalesce(sum(views + clicks + impressions), 0)::bigint AS n FROM signal_counts`;
      return row?.n ?? 0;
    },
    async reset() {
      await ctx.sql`TRUNCATE signal_counts, signals_seen, signals, sub_id_counts, sub_id_months`;
      await ctx.sql`CHECKPOINT`;
    },
    async close() {
      await bare.close();
      await platform.close();
    },
  };
}

/** The baseline: Fastify alone, which reads the same JSON and answers 204. */
async function serveBare(): Promise<void> {
  const app = Fastify({ logger: false });
  app.post('/v1/track', (_request, reply) => reply.code(204).send());
  answerParent(async () => null, { origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
}

async function fill(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.sql`INSERT INTO organizers (id, source, created_at) VALUES ('org_bench', 'bench', ${now})`;
  await ctx.sql`
    INSERT INTO events (id, organizer_id, external_id, name, status, date, created_at)
    SELECT 'evt_' || i, 'org_bench', i, 'Concert', 'scheduled', ${now}::date, ${now} FROM generate_series(1, ${EVENTS}::int) i`;
}

/** Queries over signals and counts of many partners, compared with the same over one partner. */
async function kept(count = 200_000): Promise<void> {
  const both = await openTwoDatabases(`signals-${count}`);
  try {
    await compare(both, questionsOfSignals(await fillSignals(both, count)));
  } finally {
    await both.close();
  }
}

if (process.argv[2] === BARE) void serveBare();
else runBench(module, { track, kept });
