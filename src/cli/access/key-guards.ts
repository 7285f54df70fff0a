import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { ownerOfKey } from '../../access/owner-of.js';
import { pinCertificate } from '../../access/pin-certificate.js';
import * as schemas from '../../access/schemas.js';
import { setAllowedAddresses } from '../../access/set-allowed-addresses.js';
import { showGuards } from '../../access/show-guards.js';
import { unpinCertificate } from '../../access/unpin-certificate.js';
import { UsageError } from '../support/failure.js';
import { listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const KEY_ID = 'id of the key, as `key list` shows it';

export function addKeyGuardVerbs(key: Command, cli: Cli): void {
  const certificate = key
    .command('certificate')
    .argument('<key>', KEY_ID)
    .option('--pin <file>', 'adds the certificate in this file: PEM, without its private key')
    .option('--unpin <fingerprint>', 'removes a certificate: its SHA-256, or at least the first 8 digits')
    .description(
      'The client certificates of a key, one of which each call must present. A key accepts two, so that you can rotate; without any, calls need none.',
    );
  cli.verb(certificate, {
    // After the change.
    json: listOf('certificates', schemas.certificate),
    async run({ ctx }, keyId: string, { pin, unpin }: { pin?: string; unpin?: string }) {
      if (pin !== undefined && unpin !== undefined) throw new UsageError('Give either --pin or --unpin.');
      const owner = await ownerOfKey(ctx, keyId);
      if (pin !== undefined) await pinCertificate(ctx, { ...owner, file: read(pin) });
      if (unpin !== undefined) await unpinCertificate(ctx, { ...owner, fingerprint: unpin });
      return { certificates: (await showGuards(ctx, owner)).certificates };
    },
    text({ certificates }, session) {
      if (certificates.length === 0) return session.say('None: calls need no certificate.');
      session.table(['SHA-256', 'ENDS', 'PINNED', 'SUBJECT'], certificates, [
        'fingerprint',
        'not_after',
        'added_at',
        'subject',
      ]);
      session.note('Calls with the key need one of these certificates, in every process.');
    },
  });

  const allowlist = key
    .command('allowlist')
    .argument('<key>', KEY_ID)
    .argument('[networks...]', 'replace the list: IP addresses or networks, such as 203.0.113.0/24 2001:db8::/48')
    .option('--none', 'removes the list: calls may then come from any IP address')
    .description('The IP addresses and networks from which a key may call.');
  cli.verb(allowlist, {
    // Empty: any address.
    json: listOf('networks', text),
    async run({ ctx }, keyId: string, networks: string[], { none }: { none?: boolean }) {
      if (none && networks.length > 0) throw new UsageError('Give either networks or --none.');
      const owner = await ownerOfKey(ctx, keyId);
      const isChange = none || networks.length > 0;
      return {
        networks: isChange
          ? await setAllowedAddresses(ctx, { ...owner, networks })
          : (await showGuards(ctx, owner)).networks,
      };
    },
    text: ({ networks }, session) =>
      session.say(networks.length > 0 ? networks.join('\n') : 'No allowlist: calls may come from any IP address.'),
  });
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new Error(`certificate: cannot read the file ${path}`);
  }
}
