import { z } from 'zod';
import { instant, instantOrNull, text } from '../core/schema.js';
import { KEY_KINDS } from '../core/viewer.js';

export const key = z.object({
  id: text,
  kind: z.enum(KEY_KINDS),
  name: text,
  hint: text.describe('Enough to recognise the key, too little to use it.'),
  domains: z.array(text),
  capabilities: z.array(text),
  rate_limit: z.int().nullable(),
  site_rate_limit: z.int().nullable(),
  certificates: z.int(),
  /** Number of networks that may use the key; 0: every network. */
  networks: z.int(),
  created_at: instant,
  revoked_at: instantOrNull,
});

export const createdKey = key.pick({ id: true }).extend({ key: text.describe('Shown once: only its hash is stored.') });

export const client = z.object({
  id: text,
  kind: z.enum(KEY_KINDS),
  key_id: text,
  name: text,
  hint: text,
  scopes: z.array(text),
  /** Null: the limit of its key. */
  rate_limit: z.int().nullable(),
  live_tokens: z.int(),
  last_issued_at: instantOrNull,
  previous_until: instantOrNull.describe('Until when the secret before the last rotation works.'),
  revoked_at: instantOrNull,
});

export const createdClient = client
  .pick({ id: true })
  .extend({ secret: text.describe('Shown once: only its hash is stored.'), key_id: text });

export const certificate = z.object({ fingerprint: text, subject: text, not_after: instant, added_at: instant });
