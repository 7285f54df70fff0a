import { text as readText } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { getCompany } from '../../companies/get-company.js';
import { CHANGE_TYPES, type ChangeType } from '../../core/change-type.js';
import { addPostback, addWebhook } from '../../deliveries/endpoints/add-endpoint.js';
import { PrivateAddressError } from '../../deliveries/endpoints/address.js';
import { checkReceiver } from '../../deliveries/endpoints/check-receiver.js';
import { chooseTypes, setHeader } from '../../deliveries/endpoints/configure-endpoint.js';
import { type Endpoint, getEndpoint, listEndpoints } from '../../deliveries/endpoints/list-endpoints.js';
import {
  addedEndpoint,
  checkedStep,
  endpoint,
  receiverVerdict,
  rotatedSecret,
  testSent,
} from '../../deliveries/endpoints/schemas.js';
import { rotateSecret } from '../../deliveries/endpoints/secrets.js';
import { sendTest } from '../../deliveries/endpoints/send-test.js';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../deliveries/endpoints/switch-endpoint.js';
import type { EndpointKind } from '../../deliveries/rules/endpoint.js';
import { POSTBACK_PLACEHOLDERS } from '../../deliveries/rules/postback-template.js';
import { UsageError } from '../support/failure.js';
import { hintAtAgain, withHint } from '../support/hint.js';
import { printable } from '../support/print.js';
import { count, countOrNull, instantText, listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { addFailureVerbs } from './failures.js';
import { kindOption } from './options.js';

/** For an address that only development may allow. */
function hintAtPrivate<T>(adding: Promise<T>): Promise<T> {
  const hint = 'In development, start the service and this command with ALLOW_PRIVATE_DELIVERY=1.';
  return withHint(adding, (error) => error instanceof PrivateAddressError, hint);
}

const typesOption = (about: string) => new Option('--events <types...>', about).choices(CHANGE_TYPES);

/** `state`: active, or why nothing is sent. */
const ENDPOINT = endpoint.extend({ state: text });

/** `status`: `removed` at its end. */
const SWITCHED = endpoint.pick({ id: true }).extend({ status: text });

export function declareArea(noun: Command, cli: Cli): void {
  const add = noun
    .command('add')
    .addOption(kindOption().makeOptionMandatory())
    .requiredOption('--key <key>', 'id of the key (key_…), or the key itself')
    .requiredOption(
      '--url <url>',
      `https; http is accepted for test keys. A postback's may contain ${POSTBACK_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`,
    )
    .addOption(typesOption('of a webhook: what it receives'))
    .description('Adds a webhook or a conversion postback. The signing secret of a webhook is shown once.');
  cli.verb(add, {
    json: addedEndpoint,
    async run({ ctx }, { kind, ...options }: { kind: EndpointKind; key: string; url: string; events?: ChangeType[] }) {
      if (kind === 'postback' && options.events) throw new InvalidArgumentError('--events is for webhooks');
      if (kind === 'webhook') return hintAtPrivate(addWebhook(ctx, options));
      return { ...(await hintAtPrivate(addPostback(ctx, options))), secret: null };
    },
    text({ id, secret, mode, events }, session) {
      session.say(secret === null ? id : `${id}\n${secret}`);
      const save = secret === null ? '' : ' Save the secret now: it is not shown again.';
      session.note(`It receives ${events.join(' and ')} in ${mode} mode.${save}`);
    },
  });

  const list = noun.command('list').requiredOption('--company <company>', 'id or name').addOption(kindOption());
  cli.verb(list.description("A company's webhooks and postbacks, oldest first."), {
    json: listOf('endpoints', ENDPOINT),
    run: async ({ ctx }, { company, kind }: { company: string; kind?: EndpointKind }) => {
      const { id: companyId } = await getCompany(ctx, company);
      const endpoints = await listEndpoints(ctx, { companyId });
      const wanted = endpoints.filter((found) => kind === undefined || found.kind === kind);
      return { endpoints: wanted.map((found) => ({ ...found, state: describeState(found) })) };
    },
    text: ({ endpoints }, session) =>
      session.table(['ID', 'KIND', 'KEY', 'MODE', 'STATE', 'EVENTS', 'URL'], endpoints, [
        'id',
        'kind',
        'key_id',
        'mode',
        'state',
        'events',
        'url',
      ]),
  });

  addReceiverVerbs(noun, cli);
  addSetVerb(noun, cli);
  addSwitchVerbs(noun, cli);
  addFailureVerbs(noun, cli);
}

function addReceiverVerbs(noun: Command, cli: Cli): void {
  const test = noun.command('test').argument('<id>');
  cli.verb(test.description('Sends one sample now and shows the response. Exits with code 1 unless it is 2xx.'), {
    json: testSent,
    run: async ({ ctx, session }, id: string) => {
      const sent = await sendTest(ctx, id);
      if (sent.outcome !== 'ok') session.markFailed();
      return sent;
    },
    text({ delivery_id, outcome, status_code, duration_ms, detail, answer }, session) {
      session.say(`${outcome}  ${status_code ?? 'no status'}  ${duration_ms} ms  ${delivery_id}`);
      if (detail) session.say(printable(detail));
      if (answer) session.say(printable(answer));
    },
  });

  const check = noun.command('check').argument('<id>');
  cli.verb(check.description('Sends hard deliveries to the webhook of a test key and judges each answer.'), {
    json: z.object({
      verdict: receiverVerdict,
      steps: z.array(checkedStep.extend({ expected: z.enum(['take', 'refuse']), status_code: countOrNull })),
    }),
    run: async ({ ctx, session }, id: string) => {
      const { verdict, steps } = await checkReceiver(ctx, id);
      if (verdict !== 'good') session.markFailed();
      return {
        verdict,
        steps: steps.map(({ answered, ...step }) => ({ ...step, statusCode: answered?.statusCode ?? null })),
      };
    },
    text({ steps }, session) {
      session.table(['DELIVERY', 'EXPECTED', 'ANSWERED', 'VERDICT', 'CHANGE'], steps, [
        'code',
        ({ expected }) => (expected === 'take' ? '2xx' : '4xx'),
        ({ status_code }) => status_code ?? 'nothing',
        'verdict',
        'advice',
      ]);
    },
  });

  const rotate = noun
    .command('rotate')
    .argument('<id>')
    .option('--again', 'rotate again within those 24 hours; the secret before the last rotation stops working at once')
    .description('Creates a new secret of a webhook. The old one also signs for 24 hours.');
  cli.verb(rotate, {
    json: rotatedSecret,
    run: async ({ ctx }, id: string, options: { again?: boolean }) => {
      return { id, ...(await hintAtAgain(rotateSecret(ctx, id, options))) };
    },
    text({ secret, previous_secret_until }, session) {
      session.say(secret);
      session.note(`The old secret also signs until ${instantText(previous_secret_until)}.`);
    },
  });
}

function addSetVerb(noun: Command, cli: Cli): void {
  const set = noun
    .command('set')
    .argument('<id>')
    .addOption(typesOption('of a webhook: what it receives from now on; what is already written is still sent'))
    .option('--header <name>', 'a header that each attempt carries; its value is read from the standard input')
    .option('--no-header', 'removes the header')
    .description(
      'Sets which changes a webhook receives, or the header of its attempts, for gateways that want a token.',
    );
  cli.verb(set, {
    json: endpoint.pick({ id: true, events: true, header_name: true }),
    async run({ ctx, session }, id: string, { events, header }: { events?: ChangeType[]; header?: string | false }) {
      if (events === undefined && header === undefined) throw new UsageError('Give --events, --header or --no-header.');
      if (header) await setHeader(ctx, id, { name: header, value: (await readText(session.io.stdin)).trim() });
      if (header === false) await setHeader(ctx, id, null);
      if (events) await chooseTypes(ctx, id, events);
      return await getEndpoint(ctx, id);
    },
    text({ events, header_name }, session) {
      session.say(`It receives ${events.join(' and ')}.`);
      session.say(header_name ? `Each attempt carries ${header_name}.` : 'Its attempts carry no header of their own.');
    },
  });
}

function addSwitchVerbs(noun: Command, cli: Cli): void {
  const disable = noun.command('disable').argument('<id>');
  cli.verb(disable.description('Stops sending. New and waiting deliveries are held; you can replay them.'), {
    json: SWITCHED.extend({ held: count }),
    run: async ({ ctx }, id: string) => ({ id, status: 'disabled', held: (await disableEndpoint(ctx, id)).held }),
    text: ({ held }, session) => session.say(`disabled, ${held} deliveries held`),
  });

  const switches = [
    ['enable', enableEndpoint, 'active', 'Starts sending again. Use `delivery replay` for held deliveries.'],
    ['remove', removeEndpoint, 'removed', 'Removes it. Waiting deliveries are stopped.'],
  ] as const;
  for (const [name, change, status, description] of switches) {
    cli.verb(noun.command(name).argument('<id>').description(description), {
      json: SWITCHED,
      run: async ({ ctx }, id: string) => {
        await change(ctx, id);
        return { id, status };
      },
      text: (switched, session) => session.say(switched.status),
    });
  }
}

function describeState({ status, inactiveReason, disabledReason, failingSince, lastFailure }: Endpoint): string {
  if (inactiveReason !== null) return `silent: ${inactiveReason}`;
  if (status === 'disabled') return disabledReason === 'failing' ? 'disabled after five days of failures' : 'disabled';
  return failingSince ? `failing since ${failingSince.toISOString()} (${lastFailure})` : 'active';
}
