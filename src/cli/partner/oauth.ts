import { type Command, Option } from 'commander';
import { type KeyKind, SCOPES } from '../../domain/viewer.js';
import { getCompany } from '../../services/companies/get-company.js';
import { createClient } from '../../services/oauth/create-client.js';
import { type ListedClient, listClients } from '../../services/oauth/list-clients.js';
import { revokeClient } from '../../services/oauth/revoke-client.js';
import { rotateClientSecret } from '../../services/oauth/rotate-secret.js';
import { several, wholeNumber } from '../options.js';
import { printTable } from '../print.js';
import { run } from './run.js';

interface CreateOptions {
  company: string;
  kind?: KeyKind;
  key?: string;
  scope?: string[];
  name?: string;
  limit?: number;
}

export function addOAuthVerbs(oauth: Command): void {
  oauth
    .command('create')
    .requiredOption('--company <company>', 'id or name')
    .addOption(
      new Option('--kind <kind>', 'the kind of key it stands on; enough where the company has one').choices([
        'test',
        'website',
        'server',
      ]),
    )
    .option('--key <id>', 'the key it stands on (key_…): tokens see what the key sees, and end with it')
    .option('--scope <name>', `repeatable: ${SCOPES.join(', ')}; without it all that the kind may have`, several)
    .option('--name <text>', 'to tell clients apart')
    .option('--limit <n>', 'requests a minute of all its tokens; without it as its key', wholeNumber)
    .description('Makes a client and shows its id and secret, this once.')
    .action((options: CreateOptions) =>
      run(async (ctx) => {
        const { id: companyId } = await getCompany(ctx, options.company);
        const made = await createClient(ctx, {
          companyId,
          kind: options.kind,
          keyId: options.key,
          scopes: options.scope,
          name: options.name,
          rateLimit: options.limit,
        });
        console.log(made.id);
        console.log(made.secret);
        console.error(`Stands on ${made.keyId}. Keep the secret now: only its hash is stored.`);
      }),
    );

  oauth
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's clients, revoked ones too.")
    .action(({ company }: { company: string }) =>
      run(async (ctx) => {
        const { id } = await getCompany(ctx, company);
        const rows = (await listClients(ctx, id)).map((one) => [
          one.id,
          one.kind,
          one.keyId,
          one.hint,
          stateOf(one, ctx.clock.now()),
          one.rateLimit === null ? 'as its key' : String(one.rateLimit),
          String(one.liveTokens),
          one.lastIssuedAt?.toISOString() ?? '',
          one.scopes.join(' '),
          one.name,
        ]);
        printTable(
          ['ID', 'KIND', 'KEY', 'SECRET', 'STATE', 'LIMIT', 'LIVE TOKENS', 'LAST ISSUED', 'SCOPES', 'NAME'],
          rows,
        );
      }),
    );

  oauth
    .command('rotate')
    .argument('<id>', 'of the client (oac_…)')
    .option('--now', 'it leaked: refuse the old secret at once and end every token issued so far')
    .option('--again', 'within those 24 hours too: what worked before the last rotation ends at once')
    .description('Makes another secret and shows it, this once; the old one works for 24 hours more.')
    .action((id: string, { now, again }: { now?: boolean; again?: boolean }) =>
      run(async (ctx) => {
        const rotated = await rotateClientSecret(ctx, { clientId: id, atOnce: now, again });
        const { secret, previousUntil, revokedTokens } = rotated;
        console.log(secret);
        console.error(
          previousUntil
            ? `The old secret works until ${previousUntil.toISOString()}.`
            : `The old secret is refused, and ${revokedTokens} live tokens were ended.`,
        );
      }),
    );

  oauth
    .command('revoke')
    .argument('<id>', 'of the client (oac_…)')
    .description('Refuses the client and all its tokens from now on, in every process.')
    .action((id: string) =>
      run(async (ctx) => {
        const { revokedAt } = await revokeClient(ctx, id);
        console.log(`revoked ${revokedAt.toISOString()}`);
      }),
    );
}

function stateOf({ revokedAt, keyRevokedAt, previousUntil }: ListedClient, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (keyRevokedAt) return `its key was revoked ${keyRevokedAt.toISOString()}`;
  return previousUntil && previousUntil > now ? `active, old secret until ${previousUntil.toISOString()}` : 'active';
}
