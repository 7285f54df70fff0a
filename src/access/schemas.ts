import { z } from 'zod';
import { instant, instantOrNull } from '../core/schema.js';
import { KEY_KINDS } from '../core/viewer.js';

/** A key without its secret. */
export const key = z.object({
  id: z.string(),
  kind: z.enum(KEY_KINDS),
  name: z.string(),
  /** Prefix and last four characters. */
  hint: z.string().describe('Enough to recognise the key, too little to use it.'),
  domains: z.array(z.string()),
  capabilities: z.array(z.string()),
  rate_limit: z.int().nullable(),
  site_rate_limit: z.int().nullable(),
  /** Number of pinned certificates. */
  certificates: z.int(),
  /** Number of networks that may use the key; 0: every network. */
  networks: z.int(),
  created_at: instant,
  revoked_at: instantOrNull,
});

/** An OAuth client without its secret. */
export const client = z.object({
  id: z.string(),
  kind: z.enum(KEY_KINDS),
  key_id: z.string(),
  name: z.string(),
  /** Prefix and last four characters of the secret. */
  hint: z.string(),
  scopes: z.array(z.string()),
  /** Null: the limit of its key. */
  rate_limit: z.int().nullable(),
  live_tokens: z.int(),
  last_issued_at: instantOrNull,
  previous_until: instantOrNull.describe('Until when the secret before the last rotation works.'),
  revoked_at: instantOrNull,
});
