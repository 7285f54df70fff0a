import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { ownerOfKey } from '../../access/owner-of.js';
import { pinCertificate } from '../../access/pin-certificate.js';
import { certificate as schema } from '../../access/schemas.js';
import { setAllowedAddresses } from '../../access/set-allowed-addresses.js';
import { showGuards } from '../../access/show-guards.js';
import { unpinCertificate } from '../../access/unpin-certificate.js';
import { printable } from '../support/print.js';
import type { Session } from '../support/session.js';
import { count, instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const KEY_ID = 'id of the key, as `key list` shows it';

/** The verbs for the guards of a key: client certificates and IP addresses. */
export function addKeyGuardVerbs(key: Command, cli: Cli): void {
  addCertificateVerbs(
    key.command('certificate').description('Client certificates, one of which calls with a key must present.'),
    cli,
  );

  addAllowlistVerbs(key.command('allowlist').description('IP addresses and networks from which a key may call.'), cli);
}

function addAllowlistVerbs(allowlist: Command, cli: Cli): void {
  // Empty: any address.
  const json = z.object({ networks: z.array(text) });
  const say = ({ networks }: z.output<typeof json>, session: Session) =>
    session.say(networks.length > 0 ? networks.join('\n') : 'No allowlist: calls may come from any IP address.');

  const set = allowlist
    .command('set')
    .argument('<key>', KEY_ID)
    .argument('<networks...>', 'IP addresses or networks, such as 203.0.113.0/24 2001:db8::/48')
    .description('Replaces the allowlist of a key.');
  cli.verb(set, {
    json,
    run: async ({ ctx }, keyId: string, networks: string[]) => ({
      networks: await setAllowedAddresses(ctx, { ...(await ownerOfKey(ctx, keyId)), networks }),
    }),
    text: say,
  });

  cli.verb(allowlist.command('show').argument('<key>', KEY_ID).description('Shows the allowlist of a key.'), {
    json,
    run: async ({ ctx }, keyId: string) => ({
      networks: (await showGuards(ctx, await ownerOfKey(ctx, keyId))).networks,
    }),
    text: say,
  });

  const clear = allowlist
    .command('clear')
    .argument('<key>', KEY_ID)
    .description('Removes the allowlist of a key. Calls may then come from any IP address.');
  cli.verb(clear, {
    json,
    run: async ({ ctx }, keyId: string) => ({
      networks: await setAllowedAddresses(ctx, { ...(await ownerOfKey(ctx, keyId)), networks: [] }),
    }),
    text: say,
  });
}

function addCertificateVerbs(certificate: Command, cli: Cli): void {
  const add = certificate
    .command('add')
    .argument('<key>', KEY_ID)
    .argument('<file>', 'the certificate in PEM, without its private key')
    .description('Pins a certificate. A key accepts two, so that you can rotate.');
  cli.verb(add, {
    json: schema,
    run: async ({ ctx }, keyId: string, path: string) =>
      snake(await pinCertificate(ctx, { ...(await ownerOfKey(ctx, keyId)), file: read(path) })),
    text(pinned, session) {
      printCertificates(session, [pinned]);
      session.note('Calls with the key now need a pinned certificate, in every process.');
    },
  });

  cli.verb(
    certificate
      .command('list')
      .argument('<key>', KEY_ID)
      .description('The certificates pinned to a key, oldest first.'),
    {
      json: z.object({ certificates: z.array(schema) }),
      run: async ({ ctx }, keyId: string) => ({
        certificates: (await showGuards(ctx, await ownerOfKey(ctx, keyId))).certificates.map((one) => snake(one)),
      }),
      text({ certificates }, session) {
        if (certificates.length > 0) printCertificates(session, certificates);
        else session.say('None: calls need no certificate.');
      },
    },
  );

  const remove = certificate
    .command('remove')
    .argument('<key>', KEY_ID)
    .argument('<fingerprint>', 'SHA-256 of the certificate, or at least its first 8 digits')
    .description('Unpins a certificate. After the last one, calls need none.');
  cli.verb(remove, {
    // `left`: how many are still pinned.
    json: z.object({ fingerprint: text, left: count }),
    run: async ({ ctx }, keyId: string, fingerprint: string) =>
      unpinCertificate(ctx, { ...(await ownerOfKey(ctx, keyId)), fingerprint }),
    text({ fingerprint, left }, session) {
      session.say(`${fingerprint} is removed`);
      if (left === 0) session.note('It was the last one. Calls with the key now need no certificate.');
    },
  });
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new Error(`certificate: cannot read the file ${path}`);
  }
}

function printCertificates(session: Session, certificates: readonly z.output<typeof schema>[]): void {
  session.table(
    ['SHA-256', 'ENDS', 'PINNED', 'SUBJECT'],
    certificates.map(({ fingerprint, not_after, added_at, subject }) => [
      fingerprint,
      instantText(not_after),
      instantText(added_at),
      printable(subject),
    ]),
  );
}
