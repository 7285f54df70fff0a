import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where programs that were downloaded or built are kept, outside the project: several clones share it. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = resolve(process.env.PARTNER_EVENTS_CACHE || join(base, 'partner-events'));
  mkdirSync(folder, { recursive: true });
  return folder;
}
