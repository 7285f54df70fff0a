import type { Command } from 'commander';
import { z } from 'zod';
import { correctAddress } from '../../orders/buyers.js';
import { DOOR_LIST_CSV, doorList } from '../../tickets/door-list.js';
import { revokePage } from '../../tickets/order-page-link.js';
import { formatTicketCode } from '../../tickets/rules/ticket-code.js';
import * as schemas from '../../tickets/schemas.js';
import { showTickets } from '../../tickets/show-tickets.js';
import { voidOrderTickets } from '../../tickets/void-tickets.js';
import { readAddress } from '../orders/erase-buyer.js';
import { count, instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { addUnsentVerb } from './unsent.js';

/** The verbs on the tickets of orders and events. */
export function addTicketsVerbs(tickets: Command, cli: Cli): void {
  const show = tickets.command('show').argument('<order>', 'id of the order, or of one of its mails');
  cli.verb(show.description('Tickets of an order and its mails, without codes or addresses.'), {
    json: z.object({ order_id: text, tickets: z.array(schemas.ticket), mails: z.array(schemas.ticketMail) }),
    async run({ ctx }, id: string) {
      const found = await showTickets(ctx, id);
      return { order_id: found.orderId, tickets: found.tickets.map(snake), mails: found.mails.map(snake) };
    },
    text({ order_id, tickets: found, mails }, session) {
      session.say(order_id);
      session.table(
        ['TICKET', 'N', 'STATE', 'USED', 'ENDED', 'REFUND OR REASON'],
        found.map((one) => [
          one.id,
          String(one.position),
          one.state,
          instantText(one.used_at),
          instantText(one.ended_at),
          one.refund_id ?? one.void_reason ?? '',
        ]),
      );
      session.say('');
      session.table(
        ['MAIL', 'KIND', 'STATE', 'ATTEMPTS', 'REPEATS', 'REPLY', 'QUEUED', 'ENDED'],
        mails.map((one) => [
          one.id,
          one.kind,
          one.state,
          String(one.attempts),
          String(one.repeats),
          one.answer === null ? '' : String(one.answer),
          instantText(one.created_at),
          instantText(one.ended_at),
        ]),
      );
    },
  });

  addUnsentVerb(tickets, cli);

  const correct = tickets
    .command('correct')
    .argument('<order>', 'id of the order')
    .requiredOption('--email <address>', 'the right e-mail address; - reads it from the standard input')
    .description('Corrects a mistyped address: new codes and a new link, mailed there. The old ones open nothing.');
  cli.verb(correct, {
    json: z.object({ order_id: text }),
    async run({ ctx, session }, orderId: string, { email }: { email: string }) {
      await correctAddress(ctx, { orderId, email: await readAddress(email, session.io) });
      return { order_id: orderId };
    },
    text: (_done, session) => session.say('corrected; the tickets are on their way'),
  });

  const revoke = tickets.command('revoke-page').argument('<order>', 'id of the order');
  cli.verb(revoke.description("Revokes the link to an order's page. The tickets stay valid."), {
    json: z.object({ order_id: text }),
    async run({ ctx }, orderId: string) {
      await revokePage(ctx, orderId);
      return { order_id: orderId };
    },
    text: (_done, session) => session.say('revoked'),
  });

  const end = tickets.command('void').argument('<order>', 'id of the order');
  cli.verb(end.description("Takes an order's valid tickets out of use without a refund, for fraud or a chargeback."), {
    json: z.object({ order_id: text, tickets: count }),
    run: async ({ ctx }, orderId: string) => ({ order_id: orderId, tickets: await voidOrderTickets(ctx, orderId) }),
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
        for (const line of lines) session.line({ ...snake(line), code: formatTicketCode(line.code) });
        header = '';
      }
    },
  });
}
