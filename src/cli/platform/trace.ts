import type { Command } from 'commander';
import { z } from 'zod';
import { ID_PREFIXES } from '../../core/ids.js';
import { noSuch } from '../../core/problems.js';
import { inOrder, type TraceStep, traceStep } from '../../core/trace.js';
import { listRequestSteps, listSaleSteps } from '../../deliveries/sql/trace.js';
import { listOrdersOfRequest } from '../../orders/sql/trace.js';
import { traceOrder } from '../../orders/trace-order.js';
import type { Context } from '../../platform/context/context.js';
import { parseTraceparent, storedTrace } from '../../platform/traces/trace-context.js';
import { findAnyRequest } from '../../requests/list-requests.js';
import type { LoggedRequest } from '../../requests/rules/logged-request.js';
import { instantOfRequest } from '../../requests/rules/request-id.js';
import { text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

/**
 * `trace`: of OpenTelemetry. `workflows`: where the holds of the orders are, or were, in Temporal's UI. `waiting`:
 * messages that the workers have not handled.
 */
const TRACE = z.object({
  trace: text,
  steps: z.array(traceStep),
  orders: z.array(text),
  workflows: z.array(text),
  waiting: z.array(text),
});

export function declareArea(trace: Command, cli: Cli): void {
  trace.argument('<id>', 'id of a request, as the header Service-Request-Id has it, or of an order');
  cli.verb(trace, {
    json: TRACE,
    run: ({ ctx }, id: string) => findTrace(ctx, id),
    text({ trace, steps, workflows, waiting }, session) {
      session.table(['WHEN', 'WHAT', 'ID', 'DETAIL'], steps, ['at', 'what', 'id', 'detail']);
      session.note(`Trace in OpenTelemetry, if spans are exported: ${trace}`);
      for (const workflow of workflows) session.note(`Workflow of the hold: ${workflow}`);
      if (waiting.length > 0) session.note(`Waits in the outbox for a worker: ${waiting.join(', ')}`);
    },
  });
}

async function findTrace(ctx: Context, id: string): Promise<z.input<typeof TRACE>> {
  const at = instantOfRequest(id);
  if (!at && !id.startsWith(ID_PREFIXES.order)) throw noSuch('request or order', id);
  const request = at && (await findAnyRequest(ctx, id));
  const orders = at ? await listOrdersOfRequest(ctx.sql, id, at) : [id];
  const traces = [];
  const deliveries = [];
  for (const order of orders) {
    const trace = await traceOrder(ctx, order);
    traces.push(trace);
    if (trace.saleId !== null) deliveries.push(await listSaleSteps(ctx.sql, trace.saleId));
  }
  const called = at ? id : (traces[0]?.order.requestId ?? null);
  const events = called === null ? [] : await listRequestSteps(ctx.sql, called);
  if (at && !request && orders.length + events.length === 0) throw noSuch('request or order', id);
  const placed = storedTrace(traces[0]?.order ?? { requestId: at ? id : null, traceparent: null });
  return {
    trace: placed ? parseTraceparent(placed.traceparent).traceId : '',
    steps: inOrder(request ? [callStep(request)] : [], ...traces.map(({ steps }) => steps), ...deliveries, events),
    orders,
    workflows: traces.map(({ order }) => order.workflowId),
    waiting: traces.flatMap(({ waiting }) => waiting),
  };
}

function callStep({ id, at, method, route, status, code, ms, keyId, replayed }: LoggedRequest): TraceStep {
  const answer = `${status}${code === null ? '' : ` ${code}`}${replayed ? ', replayed' : ''}`;
  return { at, what: 'request', id, detail: `${method} ${route}: ${answer} after ${ms} ms, key ${keyId}` };
}
