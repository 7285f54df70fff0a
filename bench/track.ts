import { Pool } from 'undici';
import { openSignalSite, SITE, type SignalSite } from './support/signal-site.js';

const EVENTS = 1_000;
const CALLERS = 128;
/** A minute's limit is 300 an address: with this many addresses nobody meets it. */
const ADDRESSES = 2_000;
const SECONDS = 5;
const ROUNDS = 3;
const GOAL = 0.4;
const COMMAND = 'npm run build && node dist/bench/track.js';

let sent = 0;

/** Of five signals two are impressions, two views and one a click; few events draw most of them, as on any site. */
function signalOf(n: number, key: string): string {
  const view = `load-${n.toString(36).padStart(12, '0')}`;
  if (n % 5 < 2) return `{"type":"impression","shown":20,"key":"${key}","view":"${view}"}`;
  const event = 1 + Math.floor(EVENTS * Math.random() ** 3);
  return `{"type":"${n % 5 < 4 ? 'event_view' : 'event_click'}","event_id":"evt_${event}","key":"${key}","view":"${view}"}`;
}

/** Signals a second, each with a `view` of its own; anything but 204 ends the bench. */
async function send(origin: string, key: string): Promise<{ rate: number; answered: number }> {
  const pool = new Pool(origin, { connections: CALLERS, pipelining: 1 });
  let answered = 0;
  let stopped = false;
  const caller = async () => {
    while (!stopped) {
      const n = ++sent;
      const visitor = n % ADDRESSES;
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/v1/track',
        headers: {
          'content-type': 'application/json',
          origin: SITE,
          'x-forwarded-for': `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
        },
        body: signalOf(n, key),
      });
      if (statusCode !== 204) throw new Error(`POST /track answered ${statusCode}: ${await body.text()}`);
      await body.dump();
      answered++;
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  await Promise.race([callers, pause(1)]);
  const [from, before] = [performance.now(), answered];
  await Promise.race([callers, pause(SECONDS)]);
  const rate = (answered - before) / ((performance.now() - from) / 1_000);
  stopped = true;
  await callers;
  await pool.close();
  return { rate, answered };
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

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** POST /track, acknowledged after the commit, beside bare Fastify that answers 204 to the same requests. */
export async function benchTrack(): Promise<void> {
  const site = await openSignalSite(EVENTS);
  try {
    const rounds: { track: number; bare: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round(site));
    const ratio = median(rounds.map(({ track, bare }) => track / bare));
    const rate = median(rounds.map(({ track }) => track));
    console.log(`track: ${rate.toFixed(0)} signals a second, ${ratio.toFixed(2)} of bare Fastify (goal ≥ ${GOAL})`);
    console.log(`again: ${COMMAND}`);
  } finally {
    await site.close();
  }
}

if (require.main === module) {
  benchTrack().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
