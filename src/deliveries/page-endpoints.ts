import type { CursorFilters } from '../core/cursor.js';
import type { Mode } from '../core/mode.js';
import type { Context } from '../platform/context/context.js';
import { type Endpoint, presentEndpoint } from './get-endpoint.js';
import { type EndpointKind, pageOfEndpoints } from './sql/delivery-endpoints.js';

export interface EndpointPageInput {
  companyId: string;
  mode: Mode;
  kind?: EndpointKind;
  /** A part of the address, in any case, or an id. */
  search?: string;
  cursor?: string;
  /** 1 to 100. */
  limit: number;
}

/**
 * A page of a company's webhooks and postbacks, newest first.
 *
 * @returns the endpoints, and the cursor of the next page or null.
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function pageEndpoints(
  ctx: Context,
  input: EndpointPageInput,
): Promise<{ endpoints: Endpoint[]; next: string | null }> {
  const { companyId, mode, limit, cursor } = input;
  const scope = { surface: 'endpoints', mode, companyId };
  const asked = { kind: input.kind, search: input.search };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as CursorFilters;
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, given);
  const filters = opened?.filters ?? given;
  const rows = await pageOfEndpoints(ctx.sql, {
    companyId,
    mode,
    kind: (filters.kind ?? null) as EndpointKind | null,
    search: filters.search === undefined ? null : String(filters.search),
    before: opened ? { at: new Date(opened.position.at), id: opened.position.id } : null,
    limit: limit + 1,
  });
  const { page, next } = ctx.cursors.pageOf(rows, {
    limit,
    scope,
    filters,
    at: ({ createdAt }) => createdAt.toISOString(),
  });
  return { endpoints: page.map((row) => presentEndpoint(row, ctx.clock.now())), next };
}
