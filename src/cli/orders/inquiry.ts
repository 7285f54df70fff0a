import type { Command } from 'commander';
import { answerInquiry, showInquiry } from '../../orders/inquiries.js';
import * as schemas from '../../orders/schemas.js';
import { listInquiries } from '../../orders/sql/inquiries.js';
import { listOpeningsNear } from '../../signals/unsold.js';
import { wholeNumberFrom } from '../support/options.js';
import { printable } from '../support/print.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function declareArea(inquiry: Command, cli: Cli): void {
  const list = inquiry
    .command('list')
    .option('--all', 'also those that are decided or answered, newest first')
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50)
    .description('Questions that wait for an answer, oldest first.');
  cli.verb(list, {
    json: listOf('inquiries', schemas.inquiry),
    run: async ({ ctx }, { all = false, limit }: { all?: boolean; limit: number }) => ({
      inquiries: await listInquiries(ctx.sql, { all, limit }),
    }),
    text: ({ inquiries }, session) =>
      session.table(['ID', 'STATE', 'VERDICT', 'COMPANY', 'ORDER', 'EVENT', 'SUB ID', 'BOUGHT', 'ASKED'], inquiries, [
        'id',
        'state',
        'verdict',
        'company_id',
        'order_id',
        'event_id',
        'sub_id',
        'bought_at',
        'asked_at',
      ]),
  });

  const show = inquiry
    .command('show')
    .argument('<id>', 'id of the question (inq_…)')
    .description(
      'One question with the clicks and orders that may be meant, the likeliest first, and which rule decided each order.',
    );
  cli.verb(show, {
    json: schemas.inquiryDetail,
    run: async ({ ctx }, id: string) => {
      const found = await showInquiry(ctx, id);
      const { companyId, eventId, subId, boughtAt: at } = found.inquiry;
      const clicks = eventId && at ? await listOpeningsNear(ctx, { companyId, eventId, subId, at }) : [];
      return { ...found.inquiry, candidates: found.candidates, clicks };
    },
    text(inquiry, session) {
      session.say(`${inquiry.id}: ${inquiry.state}, ${inquiry.verdict}`);
      if (inquiry.note) session.say(`They write: ${printable(inquiry.note)}`);
      if (inquiry.answer) session.say(`Answer of ${inquiry.answered_by}: ${printable(inquiry.answer)}`);
      session.table(
        ['ORDER', 'RULE', 'STATUS', 'CREDITED TO', 'SUB ID', 'FROM', 'CREATED', 'PAID', 'SALE'],
        inquiry.candidates,
        [
          'id',
          'verdict',
          'status',
          ({ company_id }) => company_id ?? 'nobody',
          'sub_id',
          'source',
          'created_at',
          'paid_at',
          'sale_id',
        ],
      );
      if (inquiry.event_id === null) return;
      session.say('');
      session.table(['CLICKED', 'SUB ID', 'IN THE WAY'], inquiry.clicks, ['at', 'sub_id', 'obstacle']);
    },
  });

  const answer = inquiry
    .command('answer')
    .argument('<id>', 'id of the question (inq_…)')
    .requiredOption('--text <text>', 'what the company reads')
    .description('Answers a question. To pay what is missing, use `settlement adjust` first.');
  cli.act(answer, {
    run: ({ ctx }, id, { text: words }: { text: string }) => answerInquiry(ctx, { id, answer: words }),
    text: () => 'answered',
  });
}
