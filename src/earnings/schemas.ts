import { z } from 'zod';
import { MODES } from '../core/mode.js';
import { count, countOrNull, instant, text, textOrNull } from '../core/schema.js';
import { earning } from './wire.js';

const ledgerEntry = z.object({
  kind: text,
  created_at: instant,
  commission: count,
  currency: text,
  reason: textOrNull,
  earning_id: text,
});

const saleEarning = earning.pick({
  ...{ id: true, status: true, commission: true, currency: true, reason: true, approves_at: true, settlement_id: true },
});

export const reversedEarning = saleEarning.pick({ id: true, commission: true, currency: true, reason: true });

/** A sale with its ledger; nothing of the buyer. */
export const sale = z.object({
  id: text,
  mode: z.enum(MODES),
  order_id: text,
  company_id: text,
  key_id: text,
  event_id: text,
  quantity: count,
  /** The buyer's money, in `order_currency`. */
  paid: count,
  order_currency: text,
  /** The reward's rate when it was sold. */
  rate: text,
  sub_id: textOrNull,
  created_at: instant,
  rewarded_quantity: countOrNull,
  uncredited: textOrNull,
  ledger: z.array(ledgerEntry),
  earnings: z.array(saleEarning),
});
