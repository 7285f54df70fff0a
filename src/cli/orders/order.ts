import type { Command } from 'commander';
import { showOrder } from '../../orders/get-order.js';
import * as schemas from '../../orders/schemas.js';
import { instantText, snake } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function addOrderVerbs(order: Command, cli: Cli): void {
  const show = order.command('show').argument('<order>', 'id of the order');
  cli.verb(show.description("An order's status, and the Temporal workflow of its hold."), {
    json: schemas.order,
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
