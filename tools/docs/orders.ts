import { ORDER_TRANSITIONS, type OrderAction } from '../../src/orders/rules/order-status.js';

/** What causes each action, and the file that carries it out. */
const CAUSES: Record<OrderAction, { cause: string; file: string }> = {
  pay: { cause: 'the buyer pays while the hold runs', file: 'pay-order.ts' },
  expire: { cause: 'the hold ends: 32 minutes after the order', file: 'end-hold.ts' },
  cancel: { cause: 'the partner or the buyer cancels, or the event is cancelled', file: 'end-hold.ts' },
  pay_late: {
    cause:
      'a payment arrives after the hold, within 24 hours, and the same tickets are still for sale at the same terms',
    file: 'pay-order.ts',
  },
  give_back: { cause: 'any other payment after the hold, or after a cancellation', file: 'pay-order.ts' },
  refund_part: { cause: 'a refund of some tickets', file: 'refunds.ts' },
  refund_rest: { cause: 'a refund of all remaining tickets', file: 'refunds.ts' },
};

const INTRODUCTION = `# The life of an order

For engineers and operators: what can happen to an order? \`npm run orders-doc\` writes this page from \`src/orders/rules/order-status.ts\`.
Begin with \`partner-events trace <order id>\`, which lists what happened to one order.`;

const AFTER = `In test mode a paid order has the status \`test\`.

## How a hold ends

Four triggers end a hold without a payment (\`src/orders/end-hold.ts\`). Each is safe while the others or a payment run, because each locks
the order's row and reads its status.

| Trigger | By | When |
|---|---|---|
| its timer | the workflow \`order-hold/<order id>\`, or \`order-holds/<minute>/<number>\` for many orders | the hold is over |
| overdue | the job \`overdue-holds\` ([jobs](jobs.md)) | ten seconds after the end of the hold, also while Temporal is down |
| a command | \`POST /v1/orders/{id}/cancel\`, the button *Cancel* on the payment page | at once |
| its event is cancelled | the job \`event-refunds\` ([refunds](operations.md#refunds-of-cancelled-events)) | when the refunds of the event start, if the hold still runs |

The payment page at the processor is closed first. If the buyer has paid there, the payment wins, and the order becomes \`paid\`.

## Late payments

Until \`hold_until\`, or while the processor's page on which it is made is still open, a payment buys the held tickets at the agreed price. It is
returned only if the event is cancelled. A later payment is late, whether or not the timer has fired. It takes the tickets again (\`pay_late\`) if the buyer could order the same tickets for the same
money now. Otherwise it is returned in full, with the first cause that applies (\`src/orders/rules/late-payment.ts\`):

| Cause | We return the payment because |
|---|---|
| \`order_cancelled\` | the partner or the buyer cancelled the order |
| \`event_cancelled\`, \`event_withdrawn\`, \`event_over\`, \`event_postponed\` | the event is not on sale |
| \`payment_too_late\` | the hold ended 24 hours ago or more |
| \`sales_ended\`, \`sales_not_open\` | the ticket type is outside its sales window |
| \`price_changed\` | a ticket costs more or less, or has another currency |
| \`quantity_over_limit\`, \`tickets_unavailable\` | an order can now have fewer tickets, or too few are left |

A second payment of an order is returned, and the order keeps its status.

A suspended company and a narrower agreement decide only [whether the company is credited](earnings.md#what-counts-as-your-sale).

## What follows a change

| Change | In the same transaction | Afterwards |
|---|---|---|
| placed | tickets held; outbox \`order.created\`, \`event.touched\` | the job \`hold\` starts the hold's workflow |
| paid | tickets issued, sale, earning; outbox \`tickets.mail\` | mail with the tickets; webhooks |
| expired, cancelled | tickets released; outbox \`event.touched\` | the event's availability is updated |
| refunded | if it was sold: tickets void, earning reversed in proportion | a workflow sends the refund to the processor; mail |
| each | \`version\` grows by one; outbox \`order.changed\` where a webhook receives orders | the job \`order-changes\` records a change, and the job \`fan-out\` writes its deliveries |`;

/** docs/orders.md, from the transitions of orders. */
export function ordersDocument(): string {
  const actions = Object.entries(ORDER_TRANSITIONS) as [OrderAction, (typeof ORDER_TRANSITIONS)[OrderAction]][];
  const arrows = actions.flatMap(([action, { from, to }]) =>
    from.filter((status) => status !== 'test').map((status) => `  ${status} --> ${to}: ${action}`),
  );
  const rows = actions.map(([action, { from, to }]) => {
    const { cause, file } = CAUSES[action];
    return `| \`${action}\` | ${from.map((status) => `\`${status}\``).join(', ')} | \`${to}\` | ${cause} | \`${file}\` |`;
  });
  return `${[
    INTRODUCTION,
    ['```mermaid', 'stateDiagram-v2', '  [*] --> awaiting_payment', ...arrows, '```'].join('\n'),
    ['| Action | From | To | Cause | In `src/orders` |', '|---|---|---|---|---|', ...rows].join('\n'),
    AFTER,
  ].join('\n\n')}\n`;
}
