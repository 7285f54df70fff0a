import { createHash } from 'node:crypto';
import type { NewOrder } from './wire.js';

type Asked = Omit<NewOrder, 'buyer_email' | 'buyer_name' | 'sub_id'> & { sub_id?: string | null };

/**
 * Identifies a request under an Idempotency-Key: its body after defaults, member by member in a fixed order, as SHA-256
 * in hex.
 */
export function hashRequest(body: NewOrder): string {
  return digest(body, [body.buyer_email, body.buyer_name]);
}

/** The same without the buyer, for erased orders: the rest of the body identifies the request. */
export function hashWithoutBuyer(body: Asked): string {
  return digest(body, [null, null]);
}

function digest({ event_id, ticket_type_id, quantity, sub_id }: Asked, buyer: readonly (string | null)[]): string {
  const members = [event_id, ticket_type_id, quantity, ...buyer, sub_id ?? null];
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
