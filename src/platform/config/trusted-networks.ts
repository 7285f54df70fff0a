import { z } from 'zod';
import { normalizeNetwork } from '../../core/ip-allowlist.js';

const NAMED = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Addresses, networks and the names `loopback`, `linklocal`, `uniquelocal`, separated by commas; networks in normal form come out. */
export const trustedNetworks = z
  .string()
  .default('')
  .transform((value, context) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.filter(Boolean).flatMap((part) => {
      const named = NAMED.get(part);
      if (named) return named;
      const read = normalizeNetwork(part);
      if ('network' in read) return [read.network];
      context.addIssue(`${part} ${read.fault}`);
      return [];
    });
  });
