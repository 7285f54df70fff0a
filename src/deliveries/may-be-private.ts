import type { Config } from '../platform/config/config.js';

/** Whether this URL may be private: in development, and for the receivers that `npm start` reserves ports for. */
export function mayBePrivate(config: Config, url: string): boolean {
  if (config.allowPrivateDelivery) return true;
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [config.exampleReceiver, config.listenReceiver].includes(origin);
}
