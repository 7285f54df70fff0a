import { request } from 'undici';
import { type Load, type LoadGenerator, startLoadGenerator } from './support/load.js';
import { cpuSeconds } from './support/process-usage.js';
import { openReadingSite, SITE } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const ROUNDS = 15;
const SECONDS = 1;
const CONNECTIONS = 16;
const COMMAND = 'npm run build && node dist/bench/events-repeated.js';

type Kind = 'bare' | 'headed' | 'again' | 'unchanged';

/** Responses a second, and microseconds of processor time that each took the process. */
interface Measured {
  rate: number;
  micro: number;
}

async function measured(generator: LoadGenerator, load: Load, pid: number): Promise<Measured> {
  const before = cpuSeconds(pid);
  const { rate } = await generator.run(load);
  return { rate, micro: ((cpuSeconds(pid) - before) * 1e6) / (rate * load.seconds) };
}

/** Tells bare Fastify the headers of a page, but for those that Node adds by itself. */
async function putHeaders(bare: string, of: Record<string, unknown>): Promise<void> {
  const { date, connection, 'keep-alive': keepAlive, 'content-length': length, ...headers } = of;
  const answer = await request(`${bare}/headed`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(headers),
  });
  if (answer.statusCode !== 204) throw new Error(`PUT /headed answered ${answer.statusCode}`);
}

/** The same question again within 30 seconds (website keys), and 304, beside bare Fastify sending the same bytes. */
export async function benchEventsRepeated(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const load = startLoadGenerator();
  try {
    const headers = { authorization: `Bearer ${site.keys.website}`, origin: SITE };
    const first = await request(`${site.api}/v1/events`, { headers });
    await first.body.dump();
    await putHeaders(site.bare, first.headers);
    const shared = { connections: CONNECTIONS, seconds: SECONDS, poll: true };
    const bare: Load = { ...shared, origin: site.bare, paths: ['/same'], headers: {}, expect: 200 };
    const headed: Load = { ...bare, paths: ['/headed'], headers };
    const again: Load = { ...shared, origin: site.api, paths: ['/v1/events'], headers, expect: 200 };
    const tag = String(first.headers.etag);
    const unchanged: Load = { ...again, headers: { ...headers, 'if-none-match': tag }, expect: 304 };
    for (const each of [bare, headed, again, unchanged]) await load.run(each);
    const fire = (each: Load, pid: number) => measured(load, each, pid);
    const rounds: Record<Kind, Measured>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        bare: await fire(bare, site.barePid),
        headed: await fire(headed, site.barePid),
        again: await fire(again, site.apiPid),
        unchanged: await fire(unchanged, site.apiPid),
      });
    }
    const of = (kind: Kind, base: Kind = 'bare') => median(rounds.map((round) => round[kind].rate / round[base].rate));
    const rate = (kind: Kind) => `${median(rounds.map((round) => round[kind].rate)).toFixed(0)}/s`;
    const time = (kind: Kind) => `${median(rounds.map((round) => round[kind].micro)).toFixed(0)} µs`;
    report(
      'the same question within 30 s, of bare Fastify',
      of('again'),
      { atLeast: 0.7 },
      `${rate('again')} of ${rate('bare')}`,
    );
    report(
      'the same question within 30 s, of bare Fastify sending its headers too',
      of('again', 'headed'),
      { atLeast: 0.7 },
      `${rate('headed')}, ${of('headed').toFixed(2)} of bare Fastify`,
    );
    report('304, of bare Fastify sending the bytes', of('unchanged'), { atLeast: 0.7 }, rate('unchanged'));
    console.log(
      `  of the process: the same question ${time('again')}, 304 ${time('unchanged')}, bare Fastify ${time('bare')}, with headers ${time('headed')}`,
    );
    console.log(`again: ${COMMAND}`);
  } finally {
    await load.close();
    await site.close();
  }
}

if (require.main === module) {
  benchEventsRepeated().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
