import { z } from 'zod';
import { OUTCOME_NAMES } from '../../src/core/outcomes.js';
import { checkReceiver } from '../../src/deliveries/endpoints/check-receiver.js';
import { checkedStep, receiverVerdict } from '../../src/deliveries/endpoints/schemas.js';
import { limitMember } from './limit.js';
import { operation } from './operation.js';
import { findHost, ownedEndpoint } from './webhooks.js';

const check = z
  .object({
    object: z.literal('receiver_check'),
    verdict: receiverVerdict,
    steps: z.array(
      checkedStep.extend({
        title: z.string(),
        sent: z.string().describe('What was sent, in a sentence.'),
        expected: z.string().describe('`2xx` or `4xx`: what a good receiver answers.'),
        answered: z
          .object({
            status_code: z.int().nullable(),
            duration_ms: z.int(),
            outcome: z.enum(OUTCOME_NAMES),
            body: z.string().describe('The beginning of the answer.'),
          })
          .nullable()
          .describe('Null: it was not sent any more.'),
        docs: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReceiverCheck', description: 'How a receiver answers hard deliveries.' });

/** The documentation of a good receiver: the check sends deliveries of this type alone. */
const DOCS = '/docs/reference/webhooks#eventChanged';

export const RECEIVER_OPERATIONS = [
  operation('POST /endpoints/:id/check-receiver', {
    may: 'deliveries.send',
    summary: 'Send hard deliveries to the webhook of a test key',
    answer: check,
    async run(call) {
      await limitMember(call, 'receiver_check', { host: await findHost(call) });
      const { verdict, steps } = await checkReceiver(call.ctx, ownedEndpoint(call));
      return {
        verdict,
        steps: steps.map(({ answered, expected, ...step }) => ({
          ...step,
          expected: expected === 'take' ? '2xx' : '4xx',
          answered,
          docs: step.advice === null ? null : `${call.ctx.config.origin}${DOCS}`,
        })),
      };
    },
  }),
];
