import type { Command } from 'commander';
import { z } from 'zod';
import { getCompany } from '../../companies/get-company.js';
import { NoSuchError, noSuch } from '../../core/problems.js';
import type { EndpointKind } from '../../deliveries/sql/delivery-endpoints.js';
import { PrivateAddressError } from '../../endpoints/address.js';
import { type Endpoint, getEndpoint, listEndpoints } from '../../endpoints/list-endpoints.js';
import { sendTest } from '../../endpoints/send-test.js';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../endpoints/switch-endpoint.js';
import type { Context } from '../../platform/context/context.js';
import { withHint } from '../support/hint.js';
import { printable } from '../support/print.js';
import { count, countOrNull, instant, instantOrNull, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

/** For an address that only development may allow. */
export function hintAtPrivate<T>(adding: Promise<T>): Promise<T> {
  const hint = 'In development, start the service and this command with ALLOW_PRIVATE_DELIVERY=1.';
  return withHint(adding, (error) => error instanceof PrivateAddressError, hint);
}

export const ENDPOINT = z.object({
  id: text,
  key_id: text,
  mode: text,
  /** Active, or why nothing is sent. */
  state: text,
  /** Types of changes that it receives. */
  events: z.array(text),
  /** A webhook's URL, a postback's template. */
  url: text,
  failing_since: instantOrNull,
  /** Class of the last failure (docs/webhooks.md). */
  last_failure: textOrNull,
  /** Until when the previous secret also signs. */
  previous_secret_until: instantOrNull,
  created_at: instant,
});

const SWITCHED = z.object({ id: text, status: text });

/** An endpoint in JSON, without its secret. */
export function toEndpoint(endpoint: Endpoint): z.input<typeof ENDPOINT> {
  return { ...snake(endpoint), state: describeState(endpoint) };
}

/** The verbs that webhooks and postbacks share. */
export function addEndpointVerbs(noun: Command, kind: EndpointKind, cli: Cli): void {
  const list = noun.command('list').requiredOption('--company <company>', 'id or name');
  cli.verb(list.description(`A company's ${kind}s, oldest first.`), {
    json: z.object({ endpoints: z.array(ENDPOINT) }),
    run: async ({ ctx }, { company }: { company: string }) => {
      const { id: companyId } = await getCompany(ctx, company);
      const found = (await listEndpoints(ctx, { companyId })).filter((endpoint) => endpoint.kind === kind);
      return { endpoints: found.map(toEndpoint) };
    },
    text: ({ endpoints }, session) =>
      session.table(
        ['ID', 'KEY', 'MODE', 'STATE', 'EVENTS', kind === 'webhook' ? 'URL' : 'TEMPLATE'],
        endpoints.map((one) => [one.id, one.key_id, one.mode, one.state, one.events.join(' '), one.url]),
      ),
  });

  const test = noun.command('test').argument('<id>');
  cli.verb(test.description('Sends one sample now and shows the response. Exits with code 1 unless it is 2xx.'), {
    json: z.object({
      delivery_id: text,
      /** `ok`, or the class of the failure (docs/webhooks.md). */
      outcome: text,
      status_code: countOrNull,
      duration_ms: count,
      detail: textOrNull,
      /** The beginning of the response. */
      answer: text,
    }),
    run: async ({ ctx, session }, id: string) => {
      await assertKind(ctx, kind, id);
      const { deliveryId, outcome, statusCode, durationMs, detail, answer } = await sendTest(ctx, id);
      if (outcome !== 'ok') session.markFailed();
      return { delivery_id: deliveryId, outcome, status_code: statusCode, duration_ms: durationMs, detail, answer };
    },
    text({ delivery_id, outcome, status_code, duration_ms, detail, answer }, session) {
      session.say(`${outcome}  ${status_code ?? 'no status'}  ${duration_ms} ms  ${delivery_id}`);
      if (detail) session.say(printable(detail));
      if (answer) session.say(printable(answer));
    },
  });

  addSwitchVerbs(noun, kind, cli);
}

function addSwitchVerbs(noun: Command, kind: EndpointKind, cli: Cli): void {
  const disable = noun.command('disable').argument('<id>');
  cli.verb(disable.description('Stops sending. New and waiting deliveries are held; you can replay them.'), {
    json: SWITCHED.extend({ held: count }),
    run: async ({ ctx }, id: string) => {
      await assertKind(ctx, kind, id);
      return { id, status: 'disabled', held: (await disableEndpoint(ctx, id)).held };
    },
    text: ({ held }, session) => session.say(`disabled, ${held} deliveries held`),
  });

  const enable = noun.command('enable').argument('<id>');
  cli.verb(enable.description('Starts sending again. Use `replay` for held deliveries.'), {
    json: SWITCHED,
    run: async ({ ctx }, id: string) => {
      await assertKind(ctx, kind, id);
      await enableEndpoint(ctx, id);
      return { id, status: 'active' };
    },
    text: ({ status }, session) => session.say(status),
  });

  const remove = noun.command('remove').argument('<id>');
  cli.verb(remove.description(`Removes a ${kind}. Waiting deliveries are stopped.`), {
    json: SWITCHED,
    run: async ({ ctx }, id: string) => {
      await assertKind(ctx, kind, id);
      await removeEndpoint(ctx, id);
      return { id, status: 'removed' };
    },
    text: ({ status }, session) => session.say(status),
  });
}

/** @throws for an unknown endpoint, or one of the other kind. */
export async function assertKind(ctx: Context, kind: EndpointKind, id: string): Promise<void> {
  const endpoint = await getEndpoint(ctx, id).catch((error: unknown) => {
    throw error instanceof NoSuchError ? noSuch(kind, id) : error;
  });
  if (endpoint.kind !== kind) throw new Error(`${id} is a ${endpoint.kind}: use \`partner-events ${endpoint.kind}\``);
}

function describeState({ status, inactiveReason, disabledReason, failingSince, lastFailure }: Endpoint): string {
  if (inactiveReason !== null) return `silent: ${inactiveReason}`;
  if (status === 'disabled') return disabledReason === 'failing' ? 'disabled after five days of failures' : 'disabled';
  return failingSince ? `failing since ${failingSince.toISOString()} (${lastFailure})` : 'active';
}
