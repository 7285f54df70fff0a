import type { Config } from '../../config/config.js';

/** Whether this address may lie inside our own network: in development, and that of the start's example receiver. */
export function mayBePrivate(config: Config, url: string): boolean {
  if (config.allowPrivateDelivery) return true;
  return config.exampleReceiver !== undefined && URL.parse(url)?.origin === config.exampleReceiver;
}
