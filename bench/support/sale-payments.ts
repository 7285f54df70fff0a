import { Pool } from 'undici';
import { median, report } from './report.js';
import { pause, rateOfWork } from './run.js';
import type { SaleSite } from './sale-watch.js';
import { openTicketShop, orderOf } from './ticket-site.js';

const ROUNDS = 3;
const SECONDS = 5;
/** The issue of a ticket, its sale and its earning are more to write than a hold. */
const AT_LEAST = 0.5;
/** Before a call that was refused is repeated. */
const AGAIN_MS = 500;

/**
 * How many payments of one event are accepted a second, compared with its holds, in turn, while nothing else is sold:
 * callers who each send the next call as soon as the last was answered.
 *
 * @returns whether the bound was kept.
 */
export async function comparePayments({ ctx, origin }: SaleSite, callers: number): Promise<boolean> {
  const shop = await openTicketShop(ctx, 'rush');
  const pool = new Pool(origin, { connections: callers, pipelining: 1 });
  const refusals = new Map<string, number>();
  /** The answer to a call, which is repeated until it is taken. */
  const post = async (path: string, expected: number, more: object = {}): Promise<string> => {
    for (;;) {
      const { statusCode, body } = await pool.request({ method: 'POST', path, ...more });
      const text = await body.text();
      if (statusCode === expected) return text;
      refusals.set(`${statusCode}`, (refusals.get(`${statusCode}`) ?? 0) + 1);
      await pause(AGAIN_MS);
    }
  };
  const load = { callers, seconds: SECONDS };
  const rounds: { held: number; paid: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const urls: string[] = [];
    const { rate: held } = await rateOfWork(async () => {
      const text = await post('/v1/orders', 200, orderOf(shop, 'ada@buyers.example'));
      urls.push((JSON.parse(text) as { checkout_url: string }).checkout_url);
    }, load);
    const { rate: paid } = await rateOfWork(async () => {
      const url = urls.pop();
      if (url) await post(`${new URL(url).pathname}/pay`, 303);
      return url !== undefined;
    }, load);
    rounds.push({ held, paid });
  }
  await pool.close();
  const shown = rounds.map(({ paid, held }) => `${paid.toFixed(0)} beside ${held.toFixed(0)} a second`).join(', ');
  const again = [...refusals].map(([status, count]) => `${count} × ${status}`).join(', ');
  const ratio = median(rounds.map(({ paid, held }) => paid / held));
  return report('payments of one event / its holds', ratio, { atLeast: AT_LEAST }, `${shown}; repeated: ${again || 0}`);
}
