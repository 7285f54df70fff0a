import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { pinCertificate } from '../../services/keys/pin-certificate.js';
import { setAllowedAddresses } from '../../services/keys/set-allowed-addresses.js';
import { showGuards } from '../../services/keys/show-guards.js';
import { unpinCertificate } from '../../services/keys/unpin-certificate.js';
import type { CertificateRow } from '../../store/key-guards.js';
import { printable, printTable } from '../print.js';
import { run } from './run.js';

/** The verbs on what a key is tied to: client certificates and addresses. */
export function addKeyGuardCommands(key: Command): void {
  const certificate = key.command('certificate').description('Client certificates that calls with a key must present.');

  certificate
    .command('add')
    .argument('<key>', 'id, as `key list` shows it')
    .argument('<file>', 'the certificate in PEM, without its private key')
    .description('Pins a certificate; a second one may be pinned while it replaces the first.')
    .action((keyId: string, path: string) =>
      run(async (ctx) => {
        const pinned = await pinCertificate(ctx, { keyId, file: read(path) });
        printCertificates([pinned]);
        console.error('Calls with the key now need a pinned certificate, in every process.');
      }),
    );

  certificate
    .command('list')
    .argument('<key>', 'id')
    .description('The certificates pinned to a key, oldest first.')
    .action((keyId: string) =>
      run(async (ctx) => {
        const { certificates } = await showGuards(ctx, keyId);
        if (certificates.length > 0) printCertificates(certificates);
        else console.log('None: calls need no certificate.');
      }),
    );

  certificate
    .command('remove')
    .argument('<key>', 'id')
    .argument('<fingerprint>', 'SHA-256 of the certificate, or its first 8 digits and more')
    .description('Unpins a certificate; without the last one calls need none.')
    .action((keyId: string, fingerprint: string) =>
      run(async (ctx) => {
        const removed = await unpinCertificate(ctx, { keyId, fingerprint });
        console.log(`removed ${removed.fingerprint}`);
        if (removed.left === 0) console.error('It was the last one: calls with the key need no certificate now.');
      }),
    );

  key
    .command('allow-ip')
    .argument('<key>', 'id')
    .argument(
      '[networks...]',
      'addresses or networks, such as 203.0.113.0/24 2001:db8::/48; without any, shows the list',
    )
    .option('--everywhere', 'takes the list away')
    .description('Replaces the list of addresses from which a key may call.')
    .action((keyId: string, networks: string[], { everywhere = false }: { everywhere?: boolean }) =>
      run(async (ctx) => {
        if (everywhere && networks.length > 0) throw new Error('--everywhere: leaves no room for networks');
        const change = everywhere || networks.length > 0;
        const list = change
          ? await setAllowedAddresses(ctx, { keyId, networks })
          : (await showGuards(ctx, keyId)).networks;
        console.log(list.length > 0 ? list.join('\n') : 'from everywhere');
      }),
    );
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new Error(`certificate: the file ${path} cannot be read`);
  }
}

function printCertificates(certificates: readonly CertificateRow[]): void {
  printTable(
    ['SHA-256', 'ENDS', 'PINNED', 'SUBJECT'],
    certificates.map(({ fingerprint, notAfter, addedAt, subject }) => [
      fingerprint,
      notAfter.toISOString(),
      addedAt.toISOString(),
      printable(subject),
    ]),
  );
}
