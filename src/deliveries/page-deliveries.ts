import type { CursorFilters } from '../core/cursor.js';
import type { Context } from '../platform/context/context.js';
import { getEndpoint } from './get-endpoint.js';
import type { Delivery } from './list-deliveries.js';
import type { ShownState } from './rules/delivery.js';
import type { OwnedEndpoint } from './rules/ref.js';
import { pageOfDeliveries } from './sql/delivery-log.js';
import type { ChangeType } from './workflow.js';

export interface DeliveryPageInput extends OwnedEndpoint {
  state?: ShownState;
  type?: ChangeType;
  eventId?: string;
  /** Instants: written at or after, and before. */
  since?: string;
  until?: string;
  cursor?: string;
  /** 1 to 100. */
  limit: number;
}

/**
 * A page of what a company's endpoint was sent, newest change first.
 *
 * @returns the deliveries, and the cursor of the next page or null.
 * @throws {ProblemError} `invalid_request` for an endpoint that is not the company's, `invalid_cursor`.
 */
export async function pageDeliveries(
  ctx: Context,
  input: DeliveryPageInput,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const { companyId, endpointId, limit, cursor } = input;
  const { mode } = await getEndpoint(ctx, input);
  const scope = { surface: `deliveries ${endpointId}`, mode, companyId };
  const asked = {
    state: input.state,
    type: input.type,
    event_id: input.eventId,
    since: input.since,
    until: input.until,
  };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as CursorFilters;
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, given);
  const filters = opened?.filters ?? given;
  const text = (name: string) => (filters[name] === undefined ? null : String(filters[name]));
  const instant = (name: string) => (filters[name] === undefined ? null : new Date(String(filters[name])));
  const rows = await pageOfDeliveries(ctx.sql, input, {
    state: text('state') as ShownState | null,
    type: text('type') as ChangeType | null,
    eventId: text('event_id'),
    since: instant('since'),
    until: instant('until'),
    beforeSeq: opened?.position.at ?? null,
    limit: limit + 1,
  });
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, filters, at: ({ changeSeq }) => changeSeq });
  return { deliveries: page, next };
}
