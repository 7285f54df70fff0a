import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { ID_PREFIXES, randomText } from '../core/ids.js';
import { CLIENT_SECRET_PREFIX, KEY_PREFIXES } from '../core/key-format.js';
import { readJson, writePrivateJson } from '../embedded/private-file.js';

const schema = z.object({
  encryption_key: z.base64(),
  keys: z.object({ test: z.string(), website: z.string(), server: z.string() }),
});

/** Secrets that a start shows or needs again after a restart, stored in `secrets.json` of the data folder. */
export type DemoSecrets = z.infer<typeof schema>;

/** The signing secret of the demonstration's webhook: always the same for one data folder. */
export function demoWebhookSecret({ encryption_key }: DemoSecrets): string {
  const key = Buffer.from(encryption_key, 'base64');
  return `whsec_${createHmac('sha256', key).update('demonstration webhook').digest('hex').slice(0, 40)}`;
}

/** The demonstration's OAuth client: always the same for one data folder. */
export function demoOAuthClient({ encryption_key }: DemoSecrets): { id: string; secret: string } {
  const key = Buffer.from(encryption_key, 'base64');
  const text = (use: string) =>
    createHmac('sha256', key).update(`demonstration OAuth ${use}`).digest('hex').slice(0, 40);
  return { id: ID_PREFIXES.oauthClient + text('client').slice(0, 20), secret: CLIENT_SECRET_PREFIX + text('secret') };
}

/** Reads the secrets of this data folder, or creates them the first time. */
export function keepDemoSecrets(folder: string): DemoSecrets {
  const file = join(folder, 'secrets.json');
  const kept = schema.safeParse(readJson(file));
  if (kept.success) return kept.data;
  const secrets: DemoSecrets = {
    encryption_key: randomBytes(32).toString('base64'),
    keys: {
      test: KEY_PREFIXES.test + randomText(40),
      website: KEY_PREFIXES.website + randomText(40),
      server: KEY_PREFIXES.server + randomText(40),
    },
  };
  writePrivateJson(file, secrets);
  return secrets;
}
