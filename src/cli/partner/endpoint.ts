import type { Command } from 'commander';
import { getCompany } from '../../services/companies/get-company.js';
import type { Context } from '../../services/context.js';
import { type Endpoint, getEndpoint, listEndpoints } from '../../services/webhooks/get-endpoint.js';
import { sendTest } from '../../services/webhooks/send-test.js';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../services/webhooks/switch-endpoint.js';
import type { EndpointKind } from '../../store/delivery-endpoints.js';
import { printable, printTable } from '../print.js';
import { run } from './run.js';

/** The verbs that webhooks and postbacks share. */
export function addEndpointCommands(noun: Command, kind: EndpointKind): void {
  noun
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description(`A company's ${kind}s, oldest first.`)
    .action(({ company }: { company: string }) =>
      run(async (ctx) => {
        const { id: companyId } = await getCompany(ctx, company);
        const found = (await listEndpoints(ctx, { companyId })).filter((endpoint) => endpoint.kind === kind);
        printTable(['ID', 'KEY', 'MODE', 'STATE', 'HEARS', kind === 'webhook' ? 'URL' : 'TEMPLATE'], found.map(row));
      }),
    );

  noun
    .command('test')
    .argument('<id>')
    .description('Sends a sample, once and at once, and shows how it was answered.')
    .action((id: string) =>
      runOn(kind, id, async (ctx) => {
        const sent = await sendTest(ctx, id);
        console.log(`${sent.outcome}  ${sent.statusCode ?? 'no status'}  ${sent.durationMs} ms  ${sent.deliveryId}`);
        if (sent.detail) console.log(printable(sent.detail));
        if (sent.answer) console.log(printable(sent.answer));
        if (sent.outcome !== 'ok') process.exitCode = 1;
      }),
    );

  noun
    .command('disable')
    .argument('<id>')
    .description('Sends nothing more; what waits and what comes is held, and can be replayed.')
    .action((id: string) =>
      runOn(kind, id, async (ctx) => console.log(`disabled, ${(await disableEndpoint(ctx, id)).held} deliveries held`)),
    );

  noun
    .command('enable')
    .argument('<id>')
    .description('Sends again; what was held meanwhile is sent by `replay`.')
    .action((id: string) =>
      runOn(kind, id, async (ctx) => {
        await enableEndpoint(ctx, id);
        console.log('active');
      }),
    );

  noun
    .command('remove')
    .argument('<id>')
    .description('Forgets it; what waits is stopped.')
    .action((id: string) =>
      runOn(kind, id, async (ctx) => {
        await removeEndpoint(ctx, id);
        console.log('removed');
      }),
    );
}

/** Runs a command on an endpoint, if it is of the kind that the command is for. */
export function runOn(kind: EndpointKind, id: string, work: (ctx: Context) => Promise<void>): Promise<void> {
  return run(async (ctx) => {
    await assertKind(ctx, kind, id);
    await work(ctx);
  });
}

/** @throws when the endpoint is not known, or of the other kind. */
export async function assertKind(ctx: Context, kind: EndpointKind, id: string): Promise<void> {
  const endpoint = await getEndpoint(ctx, id);
  if (endpoint.kind !== kind) throw new Error(`${id} is a ${endpoint.kind}: use \`partner ${endpoint.kind}\``);
}

function row(endpoint: Endpoint): string[] {
  const { id, keyId, mode, hears, url } = endpoint;
  return [id, keyId, mode, describeState(endpoint), hears.join(' '), url];
}

function describeState({ status, silencedBy, disabledReason, failingSince, lastFailure }: Endpoint): string {
  if (silencedBy !== null) return `silent: ${silencedBy}`;
  if (status === 'disabled') return disabledReason === 'failing' ? 'disabled after five days of failures' : 'disabled';
  return failingSince ? `failing since ${failingSince.toISOString()} (${lastFailure})` : 'active';
}
