import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type ErasedBuyer, eraseBuyer } from '../../services/buyers/erase-buyer.js';
import { several } from '../options.js';
import { run } from './run.js';

export function addEraseBuyerCommand(erase: Command): void {
  erase
    .option('--order <order>', 'id of the order (ord_…); repeatable', several)
    .option('--email <address>', 'all orders of this address; - reads it from the standard input')
    .action(({ order: orders = [], email }: { order?: string[]; email?: string }) =>
      run(async (ctx) => {
        if ((orders.length === 0) === (email === undefined)) throw new Error('Give either --order or --email.');
        if (email !== undefined) {
          // An argument would stay in the shell's history and show in the list of processes.
          const address = email === '-' ? (await text(process.stdin)).trim() : email;
          print(await eraseBuyer(ctx, { email: address }));
        }
        for (const orderId of orders) print(await eraseBuyer(ctx, { orderId }));
      }),
    );
}

function print({ erased, before }: ErasedBuyer): void {
  for (const id of erased) console.log(`${id} erased`);
  for (const id of before) console.log(`${id} was erased before`);
  if (erased.length + before.length === 0) console.log('There is no order of that address.');
}
