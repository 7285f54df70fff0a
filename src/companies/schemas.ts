import { z } from 'zod';
import { count, flag, instant, text, textOrNull } from '../core/schema.js';
import { AUDIT_ACTIONS } from '../platform/audit/audit.js';

export const company = z.object({ id: text, name: text, status: text, currency: text, created_at: instant });

/** `null`: every country, every category. */
export const agreement = z.object({
  countries: z.array(text).nullable(),
  categories: z.array(text).nullable(),
  paying_only: flag,
});

/** `withdrawn`: events that it no longer covers. */
export const setAgreement = z.object({ agreement, withdrawn: count });

export const action = z.object({
  id: count,
  at: instant,
  actor: text,
  action: z.enum(AUDIT_ACTIONS),
  object_id: text,
  company_id: textOrNull,
  details: z.record(text, z.unknown()),
});
