import type { Command } from 'commander';
import { z } from 'zod';
import { showOrder } from '../../orders/get-order.js';
import { count, instant, instantText, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const ORDER = z.object({
  id: text,
  /** Null: no partner is credited. */
  company_id: textOrNull,
  event_id: text,
  mode: text,
  status: text,
  quantity: count,
  hold_until: instant,
  /** The workflow that is, or was, the clock of the hold. */
  workflow_id: text,
});

export function addOrderVerbs(order: Command, cli: Cli): void {
  const show = order.command('show').argument('<order>', 'id of the order');
  cli.verb(show.description("An order's status, and the Temporal workflow of its hold."), {
    json: ORDER,
    run: async ({ ctx }, orderId: string) => snake(await showOrder(ctx, orderId)),
    text(found, session) {
      session.table(
        ['ORDER', 'STATUS', 'COMPANY', 'EVENT', 'TICKETS', 'HELD UNTIL', 'WORKFLOW'],
        [
          [
            found.id,
            found.status,
            found.company_id ?? '',
            found.event_id,
            String(found.quantity),
            instantText(found.hold_until),
            found.workflow_id,
          ],
        ],
      );
    },
  });
}
