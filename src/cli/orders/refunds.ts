import type { Command } from 'commander';
import { mendRefund } from '../../orders/send-refund.js';
import { setAsideMessage } from '../../payments/schemas.js';
import { dismissSetAside } from '../../payments/set-aside.js';
import { listSetAside } from '../../payments/sql.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function addFailedRefundVerbs(sale: Command, cli: Cli): void {
  const retry = sale.command('retry-refund').argument('<refund>', 'id of the refund');
  cli.act(retry.description('Sends a refund again that failed (docs/payments.md).'), {
    run: ({ ctx }, id) => mendRefund(ctx, id, 'retry'),
    text: (id) => `${id} is sent again.`,
  });
  const settle = sale.command('settle-refund').argument('<refund>', 'id of the refund');
  cli.act(settle.description('Marks a refund that failed as settled with the buyer in another way.'), {
    run: ({ ctx }, id) => mendRefund(ctx, id, 'settle'),
    text: (id) => `${id} is settled.`,
  });
}

export function addMessageVerbs(sale: Command, cli: Cli): void {
  const list = sale.command('messages').description('Messages of the payment processor that could not be read.');
  cli.verb(list, {
    json: listOf('messages', setAsideMessage),
    run: async ({ ctx }) => ({ messages: await listSetAside(ctx.sql) }),
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
  cli.act(dismiss, {
    run: ({ ctx }, event, { reason }: { reason: string }) => dismissSetAside(ctx, { event, reason }),
    text: (id) => `${id} is dismissed.`,
  });
}
