import type { Config } from '../platform/config/config.js';

/** Whether this address may lie inside our own network: in development, and those that the start keeps for receivers. */
export function mayBePrivate(config: Config, url: string): boolean {
  if (config.allowPrivateDelivery) return true;
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [config.exampleReceiver, config.listenReceiver].includes(origin);
}
