import type { Command } from 'commander';
import { z } from 'zod';
import { addWebhook } from '../../endpoints/add-endpoint.js';
import { checkReceiver } from '../../endpoints/check-receiver.js';
import { rotateSecret } from '../../endpoints/secrets.js';
import { hintAtAgain } from '../support/hint.js';
import { countOrNull, instant, instantText, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { addDeliveryVerbs } from './delivery.js';
import { addEndpointVerbs, assertKind, hintAtPrivate } from './endpoint.js';
import { addFailingVerb } from './failing.js';

export function addWebhookVerbs(webhook: Command, cli: Cli): void {
  const add = webhook
    .command('add')
    .requiredOption('--key <key>', 'id of the key (key_…), or the key itself')
    .requiredOption('--url <url>', 'https; http is accepted for test keys')
    .description('Adds a webhook. Its signing secret is shown once.');
  cli.verb(add, {
    json: z.object({ id: text, secret: text, mode: text, events: z.array(text) }),
    run: async ({ ctx }, options: { key: string; url: string }) => {
      const { id, secret, mode, events } = await hintAtPrivate(addWebhook(ctx, options));
      return { id, secret, mode, events };
    },
    text({ id, secret, mode, events }, session) {
      session.say(`${id}\n${secret}`);
      session.note(`It receives ${events.join(' and ')} in ${mode} mode. Save the secret now: it is not shown again.`);
    },
  });

  const rotate = webhook
    .command('rotate')
    .argument('<id>')
    .option('--again', 'rotate again within those 24 hours; the secret before the last rotation stops working at once')
    .description('Creates a new secret. The old one also signs for 24 hours.');
  cli.verb(rotate, {
    json: z.object({ id: text, secret: text, previous_secret_until: instant }),
    run: async ({ ctx }, id: string, options: { again?: boolean }) => {
      await assertKind(ctx, 'webhook', id);
      const { secret, previousSecretUntil } = await hintAtAgain(rotateSecret(ctx, id, options));
      return { id, secret, previous_secret_until: previousSecretUntil };
    },
    text({ secret, previous_secret_until }, session) {
      session.say(secret);
      session.note(`The old secret also signs until ${instantText(previous_secret_until)}.`);
    },
  });

  const check = webhook.command('check').argument('<id>');
  cli.verb(check.description('Sends hard deliveries to the webhook of a test key and judges each answer.'), {
    json: z.object({
      verdict: text,
      steps: z.array(
        z.object({ code: text, expected: text, status_code: countOrNull, verdict: text, advice: textOrNull }),
      ),
    }),
    run: async ({ ctx, session }, id: string) => {
      await assertKind(ctx, 'webhook', id);
      const { verdict, steps } = await checkReceiver(ctx, id);
      if (verdict !== 'good') session.markFailed();
      const shownSteps = steps.map(({ code, expected, answered, verdict: judged, advice }) => {
        return { code, expected, status_code: answered?.statusCode ?? null, verdict: judged, advice };
      });
      return { verdict, steps: shownSteps };
    },
    text({ steps }, session) {
      session.table(
        ['DELIVERY', 'EXPECTED', 'ANSWERED', 'VERDICT', 'CHANGE'],
        steps.map((one) => [
          one.code,
          one.expected === 'take' ? '2xx' : '4xx',
          String(one.status_code ?? 'nothing'),
          one.verdict,
          one.advice ?? '',
        ]),
      );
    },
  });

  addFailingVerb(webhook, 'webhook', cli);
  addEndpointVerbs(webhook, 'webhook', cli);
  addDeliveryVerbs(webhook, 'webhook', cli);
}
