import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { z } from 'zod';
import { type ErasedBuyer, eraseBuyer } from '../../orders/buyers.js';
import { UsageError } from '../support/failure.js';
import type { Io } from '../support/io.js';
import { several } from '../support/options.js';
import { text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

// Ids of orders; `before`: already erased.
const ERASED = z.object({ erased: z.array(text), before: z.array(text) });

/** `-` reads the address from standard input: arguments stay in the shell's history and the process list. */
export async function readAddress(given: string, io: Io): Promise<string> {
  return given === '-' ? (await readText(io.stdin)).trim() : given;
}

export function addEraseBuyerCommand(erase: Command, cli: Cli): void {
  erase
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
