import { ConfigError } from '../config/config.js';

const FAULTS: Readonly<Record<string, [setting: 'port' | 'host', fault: string]>> = {
  EADDRINUSE: ['port', 'is in use'],
  EACCES: ['port', 'may not be used by this account'],
  EADDRNOTAVAIL: ['host', 'is no address of this machine'],
  ENOTFOUND: ['host', 'is no known host name'],
};

/** Words a failure to listen with the setting that named the address; any other error is returned unchanged. */
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
