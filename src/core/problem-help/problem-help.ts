import type { ProblemOptions } from '../problems.js';

/** The `detail` of its response is given where it differs from the explanation. */
export interface ProblemHelp extends ProblemOptions {
  why: string;
  fix: string;
  /** A call that gets this error, as HTTP, with `<TEST_KEY>`, `<WEBSITE_KEY>` or `<SERVER_KEY>` for the key. */
  request: string;
}

/** A call with a key: its first line, then any headers and the body. */
export function call(line: string, key: 'TEST' | 'WEBSITE' | 'SERVER', ...rest: string[]): string {
  return [line, `Authorization: Bearer <${key}_KEY>`, ...rest].join('\n');
}

/** An order of a sample event; `fields` replace the valid ones, so that the call fails. */
export function orderOf(
  fields: Record<string, unknown> = {},
  { path = '/v1/orders', key = 'my-order-2027-117' }: { path?: string; key?: string } = {},
): string {
  const body = {
    event_id: 'evt_test_berlin_jazz_night',
    ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
    quantity: 2,
    buyer_email: 'ada@example.com',
    buyer_name: 'Ada Lovelace',
    ...fields,
  };
  const headers = [...(key === '' ? [] : [`Idempotency-Key: ${key}`]), 'Content-Type: application/json'];
  return call(`POST ${path}`, 'TEST', ...headers, '', JSON.stringify(body, null, 2));
}
