import type { Id } from '../core/ids.js';
import { amountText } from '../core/money.js';
import { DAY } from '../core/time.js';
import { mailMembers } from '../members/mails.js';
import type { Context } from '../platform/context/context.js';
import type { Letter } from '../platform/mail/compose.js';
import { queueMail } from '../platform/mail/queue-mail.js';
import { getStatementDocument } from './get-statement-document.js';
import { monthName } from './rules/earning-text.js';
import type { SettlementStatus } from './rules/settlement.js';
import { getBilling } from './set-billing.js';
import { findSettlement, type SettlementRow } from './sql/settlements.js';

/** A later mail would be about an old statement: those change too. */
const MAIL_WITHIN_MS = 3 * DAY;

const isLive = (status: SettlementStatus): boolean => ['issued', 'paying', 'paid'].includes(status);

/**
 * Mails the members who get mails about statements that one is ready, or was paid; each once. The mailbox that the company set gets a
 * statement that is ready as PDF.
 *
 * @returns how many mails were queued.
 */
export async function mailStatement(
  ctx: Context,
  settlementId: Id<'statement'>,
  news: 'ready' | 'paid',
): Promise<number> {
  const statement = await findSettlement(ctx.sql, settlementId);
  const at = statement && isLive(statement.status) && (news === 'paid' ? statement.paidAt : statement.issuedAt);
  const now = ctx.clock.now().getTime();
  if (!at || now - at.getTime() > MAIL_WITHIN_MS) return 0;
  const { companyId } = statement;
  const { origin } = ctx.config;
  const letter = news === 'paid' ? paidLetter(origin, statement) : readyLetter(origin, statement);
  const reason = `statement_${news}`;
  const idempotencyKey = `${reason}/${settlementId}`;
  const to = news === 'ready' && ctx.mail ? (await getBilling(ctx, companyId))?.statementsTo : null;
  const pdf = to ? await getStatementDocument(ctx, { caller: { companyId, mode: 'live' }, id: settlementId }) : null;
  return ctx.sql.begin(async (tx) => {
    const members = await mailMembers(ctx, tx, companyId, { kind: 'statements', reason, idempotencyKey, letter });
    if (!to || !pdf) return members;
    const name = `statement-${statement.month}-${statement.currency}.pdf`;
    const id = await queueMail(ctx, tx, {
      ...{ reason, idempotencyKey: `${idempotencyKey}/mailbox`, to },
      letter: {
        ...letter,
        notes: [`Your company gets its statements at this address. Owners can change it: ${origin}/dashboard/company`],
      },
      attachments: [{ name, type: 'application/pdf', content: pdf }],
      expiresAt: new Date(now + MAIL_WITHIN_MS),
    });
    return members + (id === null ? 0 : 1);
  });
}

export function readyLetter(origin: string, statement: Mailed): Letter {
  const again = statement.version > 1 ? ' It replaces the previous version.' : '';
  return {
    subject: `Your statement for ${monthName(statement.month)} is ready`,
    paragraphs: [`Your statement for ${monthName(statement.month)} is ready: ${amountText(statement.amount)}.${again}`],
    facts: [
      ['Statement', statement.id],
      ['Due on', statement.dueOn],
    ],
    action: { label: 'Open the statement', url: `${origin}/dashboard/statements/${statement.id}` },
  };
}

export function paidLetter(origin: string, statement: Mailed): Letter {
  return {
    subject: `We paid your statement for ${monthName(statement.month)}`,
    paragraphs: [`We paid your statement for ${monthName(statement.month)}: ${amountText(statement.amount)}.`],
    facts: [
      ['Statement', statement.id],
      ['Payment reference', statement.paymentReference ?? ''],
    ],
    action: { label: 'Open the statement', url: `${origin}/dashboard/statements/${statement.id}` },
  };
}

type Mailed = Pick<SettlementRow, 'id' | 'month' | 'version' | 'amount' | 'dueOn' | 'paymentReference'>;
