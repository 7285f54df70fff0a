import type { ChangeType } from '../../core/change-type.js';
import { givenFilters } from '../../core/cursor.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Context } from '../../platform/context/context.js';
import { inactiveReason, knownEndpoint } from '../known-endpoint.js';
import { type EndpointKind, toTypes } from '../rules/endpoint.js';
import type { EndpointRef } from '../rules/ref.js';
import { type EndpointRow, listEndpointRows, pageOfEndpoints } from '../sql/delivery-endpoints.js';

/** A webhook or postback as its owner and operators see it, without its secret. */
export interface Endpoint
  extends Pick<EndpointRow, 'id' | 'kind' | 'companyId' | 'keyId' | 'mode' | 'url' | 'headerName' | 'createdAt'>,
    Pick<EndpointRow, 'disabledReason' | 'failingSince' | 'lastFailure' | 'previousSecretUntil'> {
  events: ChangeType[];
  status: 'active' | 'disabled';
  inactiveReason: ReturnType<typeof inactiveReason>;
}

function toEndpoint(row: EndpointRow, now: Date): Endpoint {
  const { id, kind, companyId, keyId, mode, url, headerName, createdAt } = row;
  const { disabledReason, failingSince, lastFailure, previousSecretUntil } = row;
  return {
    ...{ id, kind, companyId, keyId, mode, url, headerName, createdAt },
    ...{ disabledReason, failingSince, lastFailure },
    events: toTypes(row),
    status: row.status === 'active' ? 'active' : 'disabled',
    inactiveReason: inactiveReason(row),
    previousSecretUntil: previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil : null,
  };
}

/** @throws {ProblemError} `invalid_request` when there is no such endpoint of the company, if one is given, or it was removed. */
export async function getEndpoint(ctx: Context, named: EndpointRef): Promise<Endpoint> {
  return toEndpoint(await knownEndpoint(ctx.sql, named), ctx.clock.now());
}

/** The webhooks and postbacks of a company, or of one key, oldest first. */
export async function listEndpoints(
  ctx: Context,
  of: { companyId: Id<'company'> } | { keyId: Id<'key'> },
): Promise<Endpoint[]> {
  return (await listEndpointRows(ctx.sql, of)).map((row) => toEndpoint(row, ctx.clock.now()));
}

export interface EndpointPageInput {
  companyId: Id<'company'>;
  mode: Mode;
  kind?: EndpointKind;
  /** A part of the address, in any case, or an id. */
  search?: string;
  cursor?: string;
  /** 1 to 100. */
  limit: number;
}

/** A page of a company's endpoints, newest first. @throws {ProblemError} `invalid_cursor`. */
export async function pageEndpoints(
  ctx: Context,
  input: EndpointPageInput,
): Promise<{ endpoints: Endpoint[]; next: string | null }> {
  const { companyId, mode, limit, cursor } = input;
  const scope = { surface: 'endpoints', mode, companyId };
  const given = givenFilters({ kind: input.kind, search: input.search });
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
  return { endpoints: page.map((row) => toEndpoint(row, ctx.clock.now())), next };
}
