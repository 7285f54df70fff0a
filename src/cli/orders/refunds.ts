import type { Command } from 'commander';
import { mendRefund } from '../../orders/send-refund.js';
import { setAsideMessage } from '../../payments/schemas.js';
import { dismissSetAside, listSetAsideEvents } from '../../payments/set-aside.js';
import { DONE, listOf, snake } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function addFailedRefundVerbs(sale: Command, cli: Cli): void {
  const retry = sale.command('retry-refund').argument('<refund>', 'id of the refund');
  cli.verb(retry.description('Sends a refund again that failed (docs/payments.md).'), {
    json: DONE,
    run: async ({ ctx }, id: string) => {
      await mendRefund(ctx, id, 'retry');
      return { id };
    },
    text: ({ id }, session) => session.say(`${id} is sent again.`),
  });
  const settle = sale.command('settle-refund').argument('<refund>', 'id of the refund');
  cli.verb(settle.description('Marks a refund that failed as settled with the buyer in another way.'), {
    json: DONE,
    run: async ({ ctx }, id: string) => {
      await mendRefund(ctx, id, 'settle');
      return { id };
    },
    text: ({ id }, session) => session.say(`${id} is settled.`),
  });
}

export function addMessageVerbs(sale: Command, cli: Cli): void {
  const list = sale.command('messages').description('Messages of the payment processor that could not be read.');
  cli.verb(list, {
    json: listOf('messages', setAsideMessage),
    run: async ({ ctx }) => ({ messages: (await listSetAsideEvents(ctx)).map(snake) }),
    text({ messages }, session) {
      if (messages.length === 0) return session.say('No message was set aside.');
      session.table(['EVENT', 'TYPE', 'MODE', 'ACCOUNT', 'OBJECT', 'FAULT', 'RECEIVED'], messages, [
        'id',
        'type',
        'mode',
        'account',
        'object_id',
        'fault',
        'received_at',
      ]);
    },
  });

  const dismiss = sale
    .command('dismiss-message')
    .argument('<event>', 'id of the event')
    .requiredOption('--reason <text>', 'why; it is recorded')
    .description('Ends a message that was set aside, after you handled it.');
  cli.verb(dismiss, {
    json: DONE,
    async run({ ctx }, id: string, { reason }: { reason: string }) {
      await dismissSetAside(ctx, { event: id, reason });
      return { id };
    },
    text: ({ id }, session) => session.say(`${id} is dismissed.`),
  });
}
