import type { Command } from 'commander';
import { toWire } from '../../core/wire/row.js';
import { correctAddress } from '../../orders/buyers.js';
import { DOOR_LIST_CSV, doorList } from '../../tickets/door-list.js';
import { revokePage } from '../../tickets/order-page-link.js';
import { voidOrderTickets } from '../../tickets/order-tickets.js';
import { formatTicketCode } from '../../tickets/rules/ticket-code.js';
import * as schemas from '../../tickets/schemas.js';
import { readAddress } from '../orders/buyer.js';
import { count, DONE } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function declareArea(tickets: Command, cli: Cli): void {
  const correct = tickets
    .command('correct')
    .argument('<order>', 'id of the order')
    .requiredOption('--email <address>', 'the right e-mail address; - reads it from the standard input')
    .description('Corrects a mistyped address: new codes and a new link, mailed there. The old ones open nothing.');
  cli.act(correct, {
    run: async ({ ctx, session }, orderId, { email }: { email: string }) =>
      correctAddress(ctx, { orderId, email: await readAddress(email, session.io) }),
    text: () => 'corrected; the tickets are on their way',
  });

  const revoke = tickets.command('revoke-page').argument('<order>', 'id of the order');
  cli.act(revoke.description("Revokes the link to an order's page. The tickets stay valid."), {
    run: ({ ctx }, id) => revokePage(ctx, id),
    text: () => 'revoked',
  });

  const end = tickets.command('void').argument('<order>', 'id of the order');
  cli.verb(end.description("Takes an order's valid tickets out of use without a refund, for fraud or a chargeback."), {
    json: DONE.extend({ tickets: count }),
    run: async ({ ctx }, id: string) => ({ id, tickets: await voidOrderTickets(ctx, id) }),
    text: ({ tickets: ended }, session) => session.say(`${ended} tickets are void`),
  });

  const list = tickets
    .command('door-list')
    .requiredOption('--event <event>', 'id of the event')
    .description('Tickets of an event as CSV, with names and codes, for a door without a network. Audited.');
  cli.verb(list, {
    json: schemas.doorLine,
    streams: true,
    async run({ ctx, session }, { event }: { event: string }) {
      let header = DOOR_LIST_CSV.header;
      for await (const lines of doorList(ctx, event)) {
        if (!session.json) session.io.stdout.write(header + lines.map(DOOR_LIST_CSV.line).join(''));
        for (const line of lines)
          session.line(toWire(schemas.doorLine, { ...line, code: formatTicketCode(line.code) }));
        header = '';
      }
    },
  });
}
