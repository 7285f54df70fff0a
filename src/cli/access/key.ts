import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { createKey } from '../../access/create-key.js';
import { listKeys } from '../../access/list-keys.js';
import { ownerOfKey } from '../../access/owner-of.js';
import { revokeKey } from '../../access/revoke-key.js';
import * as schemas from '../../access/schemas.js';
import { getCompany } from '../../companies/get-company.js';
import { CAPABILITIES, KEY_KINDS, type KeyKind } from '../../core/viewer.js';
import { listEndpoints } from '../../deliveries/endpoints/list-endpoints.js';
import { several, wholeNumber } from '../support/options.js';
import { instantText, listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { addKeyGuardVerbs } from './key-guards.js';

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
    run: async ({ ctx }, options: CreateOptions) => {
      const { id: companyId } = await getCompany(ctx, options.company);
      return createKey(ctx, {
        companyId,
        kind: options.kind,
        name: options.name,
        domains: options.domain,
        capabilities: options.capability,
        rateLimit: options.limit,
        siteRateLimit: options.siteLimit,
      });
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

  const revoke = key
    .command('revoke')
    .argument('<id>', 'id of the key, as `key list` shows it')
    .description('Revokes a key, at once in every process.');
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

  addKeyGuardVerbs(key, cli);
}

type Key = z.output<typeof schemas.key>;

const stateOf = ({ revoked_at }: Key) => (revoked_at ? `revoked ${instantText(revoked_at)}` : 'active');

const limitOf = ({ rate_limit, site_rate_limit }: Key) =>
  [rate_limit, site_rate_limit].filter((limit) => limit !== null).join('/') || 'default';

function tiedTo({ certificates, networks }: Key): string {
  const some = (number: number, what: string) => (number > 0 ? [`${number} ${what}${number > 1 ? 's' : ''}`] : []);
  return [...some(certificates, 'certificate'), ...some(networks, 'network')].join(', ') || '–';
}
