import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { createKey } from '../../access/create-key.js';
import { pinCertificate, setAllowedAddresses, showGuards, unpinCertificate } from '../../access/key-guards.js';
import { listKeys, ownerOfKey, revokeKey } from '../../access/keys.js';
import * as schemas from '../../access/schemas.js';
import { getCompany } from '../../companies/get-company.js';
import { CAPABILITIES, KEY_KINDS, type KeyKind } from '../../core/viewer.js';
import { listEndpoints } from '../../deliveries/endpoints/list-endpoints.js';
import { UsageError } from '../support/failure.js';
import { several, wholeNumber } from '../support/options.js';
import { instantText, listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const KEY_ID = 'id of the key, as `key list` shows it';

interface CreateOptions {
  company: string;
  kind: KeyKind;
  name?: string;
  domain?: string[];
  capability?: string[];
  limit?: number;
  siteLimit?: number;
}

export function declareArea(key: Command, cli: Cli): void {
  const create = key
    .command('create')
    .requiredOption('--company <company>', 'id or name')
    .addOption(new Option('--kind <kind>', 'kind of key').choices(KEY_KINDS).makeOptionMandatory())
    .option('--name <text>', 'to tell keys apart')
    .option(
      '--domain <host>',
      'for website keys, repeatable: example.com, or *.example.com for its subdomains',
      several,
    )
    .option('--capability <name>', `repeatable: ${CAPABILITIES.join(', ')}`, several)
    .option('--limit <n>', 'requests a minute; for a website key, for each visitor', wholeNumber)
    .option('--site-limit <n>', 'for website keys: requests a minute for the whole site', wholeNumber)
    .description('Creates a key. It is shown once.');
  cli.verb(create, {
    json: schemas.createdKey,
    run: async ({ ctx }, { company, kind, name, ...options }: CreateOptions) => {
      const { domain: domains, capability: capabilities, limit: rateLimit, siteLimit: siteRateLimit } = options;
      const { id: companyId } = await getCompany(ctx, company);
      return createKey(ctx, { companyId, kind, name, domains, capabilities, rateLimit, siteRateLimit });
    },
    text(made, session) {
      session.say(`${made.id}\n${made.key}`);
      session.note('Save the key now: only its hash is stored.');
    },
  });

  const list = key
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's keys, including revoked ones.");
  cli.verb(list, {
    json: listOf('keys', schemas.key),
    run: async ({ ctx }, { company }: { company: string }) => {
      const { id } = await getCompany(ctx, company);
      return { keys: await listKeys(ctx, id) };
    },
    text: ({ keys }, session) =>
      session.table(['ID', 'KIND', 'KEY', 'STATE', 'LIMIT', 'TIED TO', 'DOMAINS AND CAPABILITIES', 'NAME'], keys, [
        'id',
        'kind',
        'hint',
        stateOf,
        limitOf,
        tiedTo,
        (key) => [...key.domains, ...key.capabilities],
        'name',
      ]),
  });

  const revoke = key.command('revoke').argument('<id>', KEY_ID).description('Revokes a key, at once in every process.');
  cli.verb(revoke, {
    // `silenced`: webhooks and postbacks that nothing is sent to any more.
    json: schemas.key.pick({ id: true, revoked_at: true }).extend(listOf('silenced', text).shape),
    run: async ({ ctx }, id: string) => {
      const { revokedAt } = await revokeKey(ctx, await ownerOfKey(ctx, id));
      const silenced = (await listEndpoints(ctx, { keyId: id })).map((endpoint) => endpoint.id);
      return { id, revoked_at: revokedAt, silenced };
    },
    text({ revoked_at, silenced }, session) {
      session.say(`revoked ${instantText(revoked_at)}`);
      if (silenced.length > 0)
        session.note(`We no longer send anything to its webhooks and postbacks: ${silenced.join(', ')}.`);
    },
  });

  addGuardVerbs(key, cli);
}

function addGuardVerbs(key: Command, cli: Cli): void {
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

type Key = z.output<typeof schemas.key>;

const stateOf = ({ revoked_at }: Key) => (revoked_at ? `revoked ${instantText(revoked_at)}` : 'active');

const limitOf = ({ rate_limit, site_rate_limit }: Key) =>
  [rate_limit, site_rate_limit].filter((limit) => limit !== null).join('/') || 'default';

function tiedTo({ certificates, networks }: Key): string {
  const some = (number: number, what: string) => (number > 0 ? [`${number} ${what}${number > 1 ? 's' : ''}`] : []);
  return [...some(certificates, 'certificate'), ...some(networks, 'network')].join(', ') || '–';
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new Error(`certificate: cannot read the file ${path}`);
  }
}
