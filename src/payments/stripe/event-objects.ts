import type Stripe from 'stripe';
import { z } from 'zod';

/*
 * The members that we read of the objects in Stripe's messages. A message may lack some of them: another API version wrote it, or the
 * object was cut to what the endpoint may see.
 */

const text = z.string().min(1);
const reference = z.union([text, z.object({ id: text })]).nullable();
const metadata = z.record(z.string(), z.string()).nullable();
const seconds = z.number().int();
const amount = z.number().int();

const session = z.object({
  id: text,
  metadata,
  status: z.string().nullable(),
  payment_status: z.string(),
  payment_intent: reference,
  amount_total: amount.nullable(),
  currency: z.string().nullable(),
});
const refund = z.object({
  id: text,
  metadata,
  payment_intent: reference,
  amount,
  currency: text,
  created: seconds,
  status: z.string().nullable(),
});
const dispute = z.object({
  id: text,
  payment_intent: reference,
  amount,
  currency: text,
  status: text,
  reason: z.string(),
  balance_transactions: z.array(z.object({ amount, created: seconds })),
});
const transfer = z.object({ id: text, metadata, amount, amount_reversed: amount, currency: text });
const account = z.object({ id: text });

const OBJECTS = { session, refund, dispute, transfer, account } as const;
export type ObjectKind = keyof typeof OBJECTS;

/** The kind of object in a message, by the beginning of its type. Messages of other types are not read. */
const KINDS: readonly (readonly [RegExp, ObjectKind])[] = [
  [/^checkout\.session\.(completed|async_payment_succeeded|expired)$/, 'session'],
  [/^refund\.(created|updated|failed)$/, 'refund'],
  [/^charge\.dispute\.(created|updated|funds_withdrawn|funds_reinstated|closed)$/, 'dispute'],
  [/^transfer\.(created|updated|reversed)$/, 'transfer'],
  [/^account\.updated$/, 'account'],
];

export const kindOf = (type: string): ObjectKind | null => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? null;

/** The first member that an object lacks or has in another shape; null: we can read the object. */
export function findFault(kind: ObjectKind, object: unknown): string | null {
  const read = OBJECTS[kind].safeParse(object);
  if (read.success) return null;
  const [issue] = read.error.issues;
  return `${[kind, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'unreadable'}`;
}

const ENVELOPE = z.object({
  id: text,
  type: text,
  account: text.nullish(),
  livemode: z.boolean(),
  created: seconds,
  data: z.object({ object: z.unknown() }).nullish().catch(null),
});

export type Envelope = z.output<typeof ENVELOPE>;

/** The members of every message; null: the body is no message of Stripe. */
export function readEnvelope(event: unknown): Envelope | null {
  return ENVELOPE.safeParse(event).data ?? null;
}

/** Reads the object anew, as our own API version writes it. */
export function retrieveObject(
  stripe: Stripe,
  kind: ObjectKind,
  id: string,
  connected: string | null,
): Promise<unknown> {
  const options = connected === null ? {} : { stripeAccount: connected };
  switch (kind) {
    case 'session':
      return stripe.checkout.sessions.retrieve(id, {}, options);
    case 'refund':
      return stripe.refunds.retrieve(id, {}, options);
    case 'dispute':
      return stripe.disputes.retrieve(id, {}, options);
    case 'transfer':
      return stripe.transfers.retrieve(id, {}, options);
    case 'account':
      return stripe.accounts.retrieve(id);
  }
}
