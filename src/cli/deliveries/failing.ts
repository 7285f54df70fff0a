import type { Command } from 'commander';
import { z } from 'zod';
import type { EndpointKind } from '../../deliveries/sql/delivery-endpoints.js';
import { listFailing } from '../../endpoints/alerts.js';
import { wholeNumberFrom } from '../support/options.js';
import { printable } from '../support/print.js';
import { count, flag, instantOrNull, instantText, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const FAILING = z.object({
  id: text,
  company_id: text,
  company_name: text,
  key_id: text,
  mode: text,
  url: text,
  /** Disabled after five days of failures. */
  disabled: flag,
  failing_since: instantOrNull,
  /** Class of the last failure (docs/webhooks.md). */
  last_failure: textOrNull,
  /** Deliveries that wait for an attempt. */
  waiting: count,
  /** Deliveries held until it is enabled. */
  held: count,
  /** When the oldest of both was written. */
  oldest: instantOrNull,
});

/** The failing endpoints of all companies. */
export function addFailingVerb(noun: Command, kind: EndpointKind, cli: Cli): void {
  const failing = noun.command('failing').option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50);
  cli.verb(
    failing.description(
      `${kind === 'webhook' ? 'Webhooks' : 'Postbacks'} that only fail, of all companies, worst first.`,
    ),
    {
      json: z.object({ endpoints: z.array(FAILING) }),
      run: async ({ ctx }, { limit }: { limit: number }) => ({
        endpoints: (await listFailing(ctx, { kind, limit })).map((one) => snake(one)),
      }),
      text({ endpoints }, session) {
        if (endpoints.length === 0) return session.say('None.');
        session.table(
          ['ID', 'COMPANY', 'MODE', 'STATE', 'FAILING SINCE', 'CLASS', 'WAITING', 'HELD', 'OLDEST', 'URL'],
          endpoints.map((one) => [
            one.id,
            printable(one.company_name),
            one.mode,
            one.disabled ? 'disabled' : 'failing',
            instantText(one.failing_since),
            one.last_failure ?? '',
            String(one.waiting),
            String(one.held),
            instantText(one.oldest),
            one.url,
          ]),
        );
      },
    },
  );
}
