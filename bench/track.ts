import { fireConnection } from './support/raw-client.js';
import { median, report } from './support/report.js';
import { openSignalSite, SITE, type SignalSite } from './support/signal-site.js';

const EVENTS = 1_000;
const CALLERS = 128;
/** A minute's limit is 300 an address: with this many addresses nobody meets it. */
const ADDRESSES = 8_000;
const SECONDS = 5;
const ROUNDS = 3;
const COMMAND = 'npm run build && node dist/bench/track.js';

let sent = 0;

/** Of five signals two are impressions, two views and one a click; few events draw most of them, as on any site. */
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

/** POST /track, acknowledged after the commit, beside bare Fastify that answers 204 to the same requests. */
export async function benchTrack(): Promise<void> {
  const site = await openSignalSite(EVENTS);
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
