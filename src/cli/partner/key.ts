import { type Command, Option } from 'commander';
import { CAPABILITIES, type KeyKind } from '../../domain/viewer.js';
import { getCompany } from '../../services/companies/get-company.js';
import { createKey } from '../../services/keys/create-key.js';
import { type ListedKey, listKeys } from '../../services/keys/list-keys.js';
import { revokeKey } from '../../services/keys/revoke-key.js';
import { listEndpoints } from '../../services/webhooks/get-endpoint.js';
import { several, wholeNumber } from '../options.js';
import { printTable } from '../print.js';
import { addKeyGuardCommands } from './key-guards.js';
import { run } from './run.js';

interface CreateOptions {
  company: string;
  kind: KeyKind;
  name?: string;
  domain?: string[];
  capability?: string[];
  limit?: number;
  siteLimit?: number;
}

export function addKeyVerbs(key: Command): void {
  key
    .command('create')
    .requiredOption('--company <company>', 'id or name')
    .addOption(
      new Option('--kind <kind>', 'what it opens').choices(['test', 'website', 'server']).makeOptionMandatory(),
    )
    .option('--name <text>', 'to tell keys apart')
    .option('--domain <host>', 'website keys, repeatable: example.com, or *.example.com for its subdomains', several)
    .option('--capability <name>', `repeatable: ${CAPABILITIES.join(', ')}`, several)
    .option('--limit <n>', 'requests a minute; for a website key per visitor', wholeNumber)
    .option('--site-limit <n>', 'website keys: requests a minute of the whole site', wholeNumber)
    .description('Makes a key and shows it, this once.')
    .action((options: CreateOptions) =>
      run(async (ctx) => {
        const { id: companyId } = await getCompany(ctx, options.company);
        const made = await createKey(ctx, {
          companyId,
          kind: options.kind,
          name: options.name,
          domains: options.domain,
          capabilities: options.capability,
          rateLimit: options.limit,
          siteRateLimit: options.siteLimit,
        });
        console.log(made.id);
        console.log(made.key);
        console.error('Keep the key now: only its hash is stored.');
      }),
    );

  key
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's keys, revoked ones too.")
    .action(({ company }: { company: string }) =>
      run(async (ctx) => {
        const { id } = await getCompany(ctx, company);
        const rows = (await listKeys(ctx, id)).map((one) => [
          one.id,
          one.kind,
          one.hint,
          one.revokedAt ? `revoked ${one.revokedAt.toISOString()}` : 'active',
          [one.rateLimit, one.siteRateLimit].filter((limit) => limit !== null).join('/') || 'default',
          tiedTo(one),
          [...one.domains, ...one.capabilities].join(' '),
          one.name,
        ]);
        printTable(['ID', 'KIND', 'KEY', 'STATE', 'LIMIT', 'TIED TO', 'DOMAINS AND CAPABILITIES', 'NAME'], rows);
      }),
    );

  key
    .command('revoke')
    .argument('<id>', 'of the key, as `key list` shows it')
    .description('Refuses the key from now on, in every process.')
    .action((id: string) =>
      run(async (ctx) => {
        const { revokedAt } = await revokeKey(ctx, id);
        console.log(`revoked ${revokedAt.toISOString()}`);
        const silent = (await listEndpoints(ctx, { keyId: id })).map((endpoint) => endpoint.id);
        if (silent.length > 0) console.error(`Nothing is sent any more to what it owned: ${silent.join(', ')}.`);
      }),
    );

  addKeyGuardCommands(key);
}

function tiedTo({ certificates, networks }: ListedKey): string {
  const count = (number: number, what: string) => (number > 0 ? [`${number} ${what}${number > 1 ? 's' : ''}`] : []);
  return [...count(certificates, 'certificate'), ...count(networks, 'network')].join(', ') || '–';
}
