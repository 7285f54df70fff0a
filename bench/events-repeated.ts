import { request } from 'undici';
import { type Load, startLoadGenerator } from './support/load.js';
import { openReadingSite, SITE } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const ROUNDS = 15;
const SECONDS = 1;
const CONNECTIONS = 16;
const COMMAND = 'npm run build && node dist/bench/events-repeated.js';

/** The same question again within 30 seconds (website keys), and 304, beside bare Fastify sending the same bytes. */
export async function benchEventsRepeated(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const load = startLoadGenerator();
  try {
    const headers = { authorization: `Bearer ${site.keys.website}`, origin: SITE };
    const first = await request(`${site.api}/v1/events`, { headers });
    await first.body.dump();
    const shared = { connections: CONNECTIONS, seconds: SECONDS };
    const bare: Load = { ...shared, origin: site.bare, paths: ['/same'], headers: {}, expect: 200 };
    const again: Load = { ...shared, origin: site.api, paths: ['/v1/events'], headers, expect: 200 };
    const tag = String(first.headers.etag);
    const unchanged: Load = { ...again, headers: { ...headers, 'if-none-match': tag }, expect: 304 };
    for (const each of [bare, again, unchanged]) await load.run({ ...each, seconds: 1 });
    const rounds: { bare: number; again: number; unchanged: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        bare: (await load.run(bare)).rate,
        again: (await load.run(again)).rate,
        unchanged: (await load.run(unchanged)).rate,
      });
    }
    const of = (kind: 'again' | 'unchanged') => median(rounds.map((rates) => rates[kind] / rates.bare));
    const rate = (kind: 'bare' | 'again' | 'unchanged') => `${median(rounds.map((rates) => rates[kind])).toFixed(0)}/s`;
    report(
      'the same question within 30 s, of bare Fastify',
      of('again'),
      { atLeast: 0.75 },
      `${rate('again')} of ${rate('bare')}`,
    );
    report('304, of bare Fastify sending the bytes', of('unchanged'), { atLeast: 0.75 }, rate('unchanged'));
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
