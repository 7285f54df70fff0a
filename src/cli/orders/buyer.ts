import { text as readText } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Mode } from '../../core/mode.js';
import { toDecimal } from '../../core/money.js';
import { type ErasedBuyer, eraseBuyer, findOrdersOfBuyer } from '../../orders/buyers.js';
import * as schemas from '../../orders/schemas.js';
import { UsageError } from '../support/failure.js';
import { several, wholeNumberFrom } from '../support/options.js';
import type { Io } from '../support/session.js';
import { count, flag, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function declareArea(buyer: Command, cli: Cli): void {
  const orders = buyer
    .command('orders')
    .requiredOption('--email <address>', 'e-mail address of the buyer; - reads it from the standard input')
    .addOption(new Option('--mode <mode>', 'orders of live or of test keys').choices(['live', 'test']).default('live'))
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50)
    .description('Orders of a buyer, newest first. The search is in the audit log, without the address.');
  cli.verb(orders, {
    json: z.object({ mode: text, limit: count, orders: z.array(schemas.buyerOrder), more: flag }),
    async run({ ctx, session }, options: { email: string; mode: Mode; limit: number }) {
      const { mode, limit } = options;
      const email = await readAddress(options.email, session.io);
      const found = await findOrdersOfBuyer(ctx, { email, mode, limit });
      const present = ({ totalMinor, refundedMinor, ...order }: (typeof found.orders)[number]) => ({
        ...order,
        total: toDecimal(totalMinor, order.currency),
        refunded: toDecimal(refundedMinor, order.currency),
      });
      return { mode, limit, orders: found.orders.map(present), more: found.more };
    },
    text({ mode, limit, orders: found, more }, session) {
      session.table(['ORDER', 'STATUS', 'COMPANY', 'EVENT', 'TICKETS', 'TOTAL', 'REFUNDED', 'CREATED', 'PAID'], found, [
        ...(['id', 'status', 'company_name', 'event_name', 'quantity'] as const),
        ({ total, currency }) => `${total} ${currency}`,
        ({ refunded, currency }) => (refunded === 0 ? '' : `${refunded} ${currency}`),
        ...(['created_at', 'paid_at'] as const),
      ]);
      session.note(`Mode ${mode}, limit ${limit}: ${found.length} shown${more ? '; there are more' : ''}.`);
    },
  });

  addEraseBuyerCommand(buyer, cli);
}

// Ids of orders; `before`: already erased.
const ERASED = z.object({ erased: z.array(text), before: z.array(text) });

/** `-` reads the address from standard input: arguments stay in the shell's history and the process list. */
export async function readAddress(given: string, io: Io): Promise<string> {
  return given === '-' ? (await readText(io.stdin)).trim() : given;
}

function addEraseBuyerCommand(buyer: Command, cli: Cli): void {
  const erase = buyer
    .command('erase')
    .description('Erases a buyer for good. Orders, refunds and earnings stay (docs/privacy.md).')
    .option('--order <order>', 'id of the order (ord_…); repeatable', several)
    .option('--email <address>', 'all orders of this address; - reads it from the standard input');
  cli.verb(erase, {
    json: ERASED,
    async run({ ctx, session }, { order: orders = [], email }: { order?: string[]; email?: string }) {
      if ((orders.length === 0) === (email === undefined)) throw new UsageError('Give either --order or --email.');
      const done: ErasedBuyer = { erased: [], before: [] };
      const add = ({ erased, before }: ErasedBuyer) => {
        done.erased.push(...erased);
        done.before.push(...before);
        for (const id of erased) session.say(`${id} erased`);
        for (const id of before) session.say(`${id} was already erased`);
      };
      if (email !== undefined) add(await eraseBuyer(ctx, { email: await readAddress(email, session.io) }));
      for (const orderId of orders) add(await eraseBuyer(ctx, { orderId }));
      return done;
    },
    text({ erased, before }, session) {
      // Each order was printed when it was done.
      if (erased.length + before.length === 0) session.say('No orders found for this address.');
    },
  });
}
