import { ConfigError } from '../config/config.js';

const FAULTS: Readonly<Record<string, [setting: 'port' | 'host', fault: string]>> = {
  EADDRINUSE: ['port', 'is in use'],
  EACCES: ['port', 'may not be used by this account'],
  EADDRNOTAVAIL: ['host', 'is no address of this machine'],
  ENOTFOUND: ['host', 'is no known host name'],
};

/** What a failure to listen means for the settings that named the address; any other error comes back as it is. */
export function explainListening(
  error: unknown,
  names: { port: string; host: string },
  address: { port: number; host: string },
): unknown {
  const [setting, fault] = FAULTS[(error as NodeJS.ErrnoException).code ?? ''] ?? [];
  if (!setting) return error;
  const value = setting === 'port' ? `port ${address.port} on ${address.host}` : address.host;
  return new ConfigError(`${names[setting]}: ${value} ${fault}`);
}
