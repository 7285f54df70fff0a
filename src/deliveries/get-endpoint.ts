import type { Mode } from '../core/mode.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { type EndpointRef, refOf } from './rules/ref.js';
import { type EndpointKind, type EndpointRow, findEndpoint, listEndpointRows } from './sql/delivery-endpoints.js';
import type { ChangeType } from './workflow.js';

/** A webhook or postback as its owner and operators see it, without its secret. */
export interface Endpoint {
  id: string;
  kind: EndpointKind;
  companyId: string;
  keyId: string;
  mode: Mode;
  /** A webhook's URL, a postback's template. */
  url: string;
  subscribes: ChangeType[];
  status: 'active' | 'disabled';
  /** Why nothing is sent although it is active. */
  inactiveReason: 'revoked key' | 'suspended company' | null;
  /** `failing`: disabled by the service after five days of failures. */
  disabledReason: 'operator' | 'failing' | null;
  failingSince: Date | null;
  lastFailure: string | null;
  /** Until when the previous secret also signs. */
  previousSecretUntil: Date | null;
  createdAt: Date;
}

export function presentEndpoint(row: EndpointRow, now: Date): Endpoint {
  const overlap = row.previousSecretUntil !== null && row.previousSecretUntil > now;
  return {
    id: row.id,
    kind: row.kind,
    companyId: row.companyId,
    keyId: row.keyId,
    mode: row.mode,
    url: row.url,
    subscribes: [
      ...(row.subscribesEvents ? ['event.changed' as const] : []),
      ...(row.subscribesEarnings ? ['earnings.changed' as const] : []),
    ],
    status: row.status === 'active' ? 'active' : 'disabled',
    inactiveReason: inactiveReason(row),
    disabledReason: row.disabledReason,
    failingSince: row.failingSince,
    lastFailure: row.lastFailure,
    previousSecretUntil: overlap ? row.previousSecretUntil : null,
    createdAt: row.createdAt,
  };
}

export function inactiveReason({ keyRevoked, companySuspended }: EndpointRow): Endpoint['inactiveReason'] {
  if (companySuspended) return 'suspended company';
  return keyRevoked ? 'revoked key' : null;
}

/** @throws {ProblemError} `invalid_request` when there is no such endpoint of the company, if one is given, or it was removed. */
export async function getEndpoint(ctx: Context, named: EndpointRef): Promise<Endpoint> {
  const row = await findEndpoint(ctx.sql, named);
  if (!row) throw noSuch('endpoint', refOf(named).id);
  return presentEndpoint(row, ctx.clock.now());
}

/** The webhooks and postbacks of a company, or of one key, oldest first. */
export async function listEndpoints(ctx: Context, of: { companyId: string } | { keyId: string }): Promise<Endpoint[]> {
  return (await listEndpointRows(ctx.sql, of)).map((row) => presentEndpoint(row, ctx.clock.now()));
}
