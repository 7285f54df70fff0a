import type { ProblemCode } from '../../src/core/problems.js';

/** Problems that only some operations have, by `method path`; the others belong to the platform and may come anywhere. */
const ONLY: Partial<Record<ProblemCode, RegExp>> = {
  invalid_cursor: /^get \/(demo\/)?(events|offers|earnings|settlements\/\{id\}\/lines)$/,
  idempotency_key_required: /^post \/orders$/,
  idempotency_key_invalid: /^post \/orders$/,
  unknown_event: /^post \/orders$/,
  unknown_ticket_type: /^post \/orders$/,
  quantity_over_limit: /^post \/orders$/,
  tickets_unavailable: /^post \/orders$/,
  sales_not_open: /^post \/orders$/,
  sales_ended: /^post \/orders$/,
  event_not_on_sale: /^post \/orders$/,
  free_ticket: /^post \/orders$/,
  idempotency_key_reused: /^post \/orders$/,
  idempotency_in_progress: /^post \/orders$/,
  order_not_open: /^post \/orders\/\{id\}\/cancel$/,
  order_not_found: /\/orders\//,
  payments_unavailable: /^post \/orders$|\/tickets$/,
  capability_required: /\/(orders|offers|bulk)|\/tickets$/,
  event_not_found: /\/events\//,
  event_withdrawn: /^get \/events\//,
  settlement_not_found: /\/settlements\//,
  file_not_found: /\/(feeds|bulk)\//,
  bulk_too_soon: /\/bulk\//,
  signal_type_refused: /^post \/track$/,
  server_key_refused: /^post \/track$/,
  not_found: /^$/,
  token_expired: /^(?!.*\/(demo|track))/,
  scope_required: /^(?!.*\/(demo|track))/,
  key_missing: /^(?!.*\/demo)/,
  key_revoked: /^(?!.*\/demo)/,
  origin_not_allowed: /^get \/(events|categories|locations|feeds)(\/\{\w+\})?$|\/mcp$/,
};

/** Whether an operation can answer with the problem. */
export function concerns(code: string, operation: string): boolean {
  const only = Object.entries(ONLY).find(([known]) => known === code)?.[1];
  return only === undefined || only.test(operation);
}
