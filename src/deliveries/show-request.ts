import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { knownEndpoint } from './known-endpoint.js';
import { getDelivery } from './list-deliveries.js';
import type { OwnedDelivery } from './rules/ref.js';
import { USER_AGENT } from './send-signed.js';
import { findContent } from './sql/delivery-log.js';

export interface RequestDetail {
  method: string;
  url: string;
  /** As the last attempt had them; the signature and the endpoint's own header are masked. */
  headers: Record<string, string>;
  body: string;
}

const MASK = '••••••••';

/** A request as its receiver sees it. @throws {ProblemError} `invalid_request` for another company's, or a removed endpoint. */
export async function showRequest(ctx: Context, owned: OwnedDelivery): Promise<RequestDetail> {
  const { companyId } = owned;
  const { id, endpointId, type, createdAt, attempts } = await getDelivery(ctx, owned);
  const [endpoint, content] = await Promise.all([
    knownEndpoint(ctx.sql, { companyId, endpointId }),
    findContent(ctx.sql, owned),
  ]);
  // Deleted since it was read above.
  if (content === null) throw noSuch('delivery', owned.deliveryId);
  const own = endpoint.headerName === null ? {} : { [endpoint.headerName]: MASK };
  const headers = { ...own, 'User-Agent': USER_AGENT, 'Service-Delivery-Id': id };
  if (endpoint.kind === 'postback') return { method: 'GET', url: content.toString(), headers, body: '' };
  const timestamp = String(Math.floor((attempts.at(-1)?.startedAt ?? createdAt).getTime() / 1_000));
  return {
    method: 'POST',
    url: endpoint.url,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Service-Event': type,
      'Service-Timestamp': timestamp,
      'Service-Signature': `t=${timestamp},v1=${MASK}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${MASK}`,
    },
    body: content.toString(),
  };
}
