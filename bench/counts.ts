import { isDeepStrictEqual } from 'node:util';
import { UNLIMITED_AGREEMENT, type Viewer } from '../src/core/viewer.js';
import { listCategories, listLocations } from '../src/listings/counts.js';
import type { Context } from '../src/platform/context/context.js';
import { openReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const TIMES = 15;
const COMMAND = 'npm run build && node dist/bench/counts.js';

/** The answers of the counters beside a live GROUP BY over the same events; the counts must be equal. */
const LIVE = {
  categories: (ctx: Context) => ctx.sql`
    SELECT category AS id, count(*)::int AS events FROM event_listings
    WHERE upcoming AND NOT test AND category IS NOT NULL GROUP BY category ORDER BY events DESC, id`,
  locations: (ctx: Context) => ctx.sql`
    SELECT min(city) AS city, country, count(*)::int AS events FROM event_listings
    WHERE upcoming AND NOT test AND city_key IS NOT NULL GROUP BY city_key, country
    ORDER BY events DESC, city_key, coalesce(country, '') LIMIT 200`,
};

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export async function benchCounts(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  try {
    const { ctx, companyId } = site;
    const viewer: Viewer = { mode: 'live', companyId, ref: 'bench', agreement: UNLIMITED_AGREEMENT };
    const counted = {
      categories: () => listCategories(ctx, viewer, {}),
      locations: () => listLocations(ctx, viewer, { limit: 200 }),
    };
    for (const name of ['categories', 'locations'] as const) {
      const answer = JSON.parse((await counted[name]()).toString())[name].map((row: { events: number }) => row.events);
      const live = (await LIVE[name](ctx)).map((row) => row.events);
      if (!isDeepStrictEqual(answer, live)) throw new Error(`/${name} does not equal what is counted live`);
      const ratios: number[] = [];
      let fast = 0;
      for (let i = 0; i < TIMES; i += 1) {
        const slow = await time(async () => LIVE[name](ctx));
        fast = await time(counted[name]);
        ratios.push(fast / slow);
      }
      report(`/${name}, of a live GROUP BY`, median(ratios), { atMost: 0.1 }, `${fast.toFixed(2)} ms, equal counts`);
    }
    console.log(`again: ${COMMAND}`);
  } finally {
    await site.close();
  }
}

if (require.main === module) {
  benchCounts().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
