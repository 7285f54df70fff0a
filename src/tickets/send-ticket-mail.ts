import type { Id } from '../core/ids.js';
import { DAY } from '../core/time.js';
import { ConfigError } from '../platform/config/config.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { retryWhileBusy } from '../platform/database/retry-while-busy.js';
import { keepMail } from '../platform/mail/queue-mail.js';
import { sendOrGiveUp } from '../platform/mail/send-mail.js';
import { type MailAnswer, MailNotTaken, type MailPort } from '../platform/mail/transport/port.js';
import { requestFact, storedTrace } from '../platform/traces/trace-context.js';
import { traced } from '../platform/traces/tracer.js';
import { composeTicketMail, type TicketMail } from './compose-ticket-mail.js';
import { setAnnounced } from './sql/pages.js';
import {
  beginAttempt,
  endAttempt,
  endTicketMail,
  nextTicketMail,
  releaseClaim,
  type TicketMailRow,
  type TicketMailState,
} from './sql/ticket-mails.js';
import { type FoundTicketOrder, findDeliveries, findTicketOrder } from './sql/ticket-orders.js';
import type { SentTicketMail } from './workflow.js';

/** After this time a mail is given up. */
const WORTH_MS = 30 * DAY;
/** Longer than a mail server may take for an answer. */
const CLAIM_SECONDS = 150;

/**
 * Hands the oldest waiting mail of an order to the mail server. Mails of test orders never leave: they are kept for the
 * sandbox's mailbox.
 *
 * A crash between the server's answer and our note sends the mail again, so that none is lost; it waits for a database
 * that is away. So the beginning of an attempt is written first: the next one carries the same Message-ID and says that
 * it may be a repeat.
 *
 * @param ending aborted when this process ends: the mail server is hung up on, and the mail stays queued.
 * @throws {MailNotTaken} when the server may take it later.
 */
export async function sendTicketMail(
  ctx: Context,
  orderId: Id<'order'>,
  ending?: AbortSignal,
): Promise<SentTicketMail> {
  const row = await nextTicketMail(ctx.sql, orderId);
  if (!row) return { state: 'none', more: false };
  if (row.claimed) throw new MailNotTaken('its first attempt is under way');
  const end = await attempt(ctx, row, { ending });
  if (end.state === 'queued') return sendTicketMail(ctx, orderId, ending);
  const more = (await nextTicketMail(ctx.sql, orderId)) !== null;
  return { state: end.state, more };
}

export type FirstAttempt = 'ended' | 'left' | 'failed';

/**
 * Makes the first attempt of an order's oldest waiting mail, without a workflow. No other attempt begins while it is
 * under way. If the worker dies, the job finds the order overdue once the claim has ended.
 *
 * @param ending as for `sendTicketMail`.
 * @returns `left`, `failed`: a workflow must continue: another attempt was made, another mail waits, or this attempt
 * failed.
 */
export async function sendFirstMail(ctx: Context, orderId: Id<'order'>, ending?: AbortSignal): Promise<FirstAttempt> {
  const row = await nextTicketMail(ctx.sql, orderId);
  if (!row) return 'ended';
  if (row.attempts > 0) return 'left';
  try {
    const { state } = await attempt(ctx, row, { claimSeconds: CLAIM_SECONDS, ending });
    return state !== 'queued' && (await nextTicketMail(ctx.sql, orderId)) === null ? 'ended' : 'left';
  } catch (error) {
    await releaseClaim(ctx.sql, row);
    const message = 'the first attempt of a mail to a buyer failed; a workflow repeats it';
    const [order] = await findDeliveries(ctx.sql, [orderId]);
    const line = { orderId, err: error, ...(order && requestFact(order)) };
    ctx.foldedLog.log('warn', 'ticket-mail', line, message);
    return 'failed';
  }
}

/**
 * Hands over the order's oldest waiting mail if it has waited since before `before` and no attempt runs, without a
 * workflow.
 *
 * @throws {MailNotTaken} when the server may take it later.
 */
export async function sendLateMail(ctx: Context, orderId: Id<'order'>, before: Date): Promise<void> {
  const row = await nextTicketMail(ctx.sql, orderId);
  if (!row || row.claimed || row.inDoubt || row.createdAt >= before) return;
  await attempt(ctx, row, { claimSeconds: CLAIM_SECONDS }).catch(async (error: unknown) => {
    await releaseClaim(ctx.sql, row);
    throw error;
  });
}

/** `queued`: another attempt came first. */
async function attempt(
  ctx: Context,
  row: TicketMailRow,
  { claimSeconds = 0, ending }: { claimSeconds?: number; ending?: AbortSignal },
): Promise<{ state: TicketMailState }> {
  const now = ctx.clock.now();
  const end = async (state: Exclude<TicketMailState, 'queued'>, answer: number | null = null) => {
    await endTicketMail(ctx.sql, row.id, { state, answer, now: ctx.clock.now() });
    return { state };
  };
  const order = await findTicketOrder(ctx.sql, row.orderId);
  const to = order?.buyerEmail ?? null;
  if (!order || to === null) return end('dropped');
  if (now.getTime() - row.createdAt.getTime() > WORTH_MS) return end('expired');
  const mail = await composeTicketMail(ctx, row, order);
  if (!mail) return end('dropped');
  if (!ctx.mail && order.mode === 'live') throw new ConfigError('SMTP_URL: must be set to send mail');
  if (!ctx.mail || ctx.mail.keeps || order.mode === 'test') return keep(ctx, row, order, { ...mail, to });
  if (!(await beginAttempt(ctx.sql, row, claimSeconds))) return { state: 'queued' };
  const port = ctx.mail;
  const facts = { 'mail.id': row.id, 'mail.kind': row.kind };
  const answer = await traced(ctx.tracer, 'ticket mail', { trace: storedTrace(order), facts }, () =>
    handOver(ctx, port, row, { ...mail, to }, ending),
  );
  if (answer.outcome !== 'taken') return end('refused', answer.code);
  // Otherwise the buyer would get the mail a second time, minutes later.
  await retryWhileBusy(
    () => ctx.sql.begin((tx) => endSent(tx, row, order, { answer: 250, now: ctx.clock.now() })),
    ending,
  );
  return { state: 'sent' };
}

/** The mail and its end are one transaction, so the mail is stored once. */
async function keep(
  ctx: Context,
  row: TicketMailRow,
  order: FoundTicketOrder,
  mail: TicketMail & { to: string },
): Promise<{ state: 'sent' }> {
  const { id, kind, orderId } = row;
  await ctx.sql.begin(async (tx) => {
    await keepMail(ctx, tx, { ...mail, id, reason: `ticket_${kind}`, about: orderId });
    await endSent(tx, row, order, { now: ctx.clock.now() });
  });
  return { state: 'sent' };
}

/** Notes that a mail was sent and, of one about the event, the state that the buyer knows now: the facts of the mail. */
async function endSent(
  tx: Transaction,
  { id, kind, orderId }: TicketMailRow,
  order: FoundTicketOrder,
  { answer, now }: { answer?: number; now: Date },
): Promise<void> {
  await endTicketMail(tx, id, { state: 'sent', answer, now });
  if (kind === 'event') await setAnnounced(tx, orderId, order.facts);
}

async function handOver(
  ctx: Context,
  port: MailPort,
  row: TicketMailRow,
  mail: TicketMail & { to: string },
  ending: AbortSignal | undefined,
): Promise<MailAnswer> {
  const outgoing = { ...mail, messageId: `<${row.id}@${port.domain}>`, date: row.createdAt };
  try {
    return await sendOrGiveUp(ctx, port, outgoing, ending);
  } catch (error) {
    if (error instanceof MailNotTaken && !error.inDoubt) await endAttempt(ctx.sql, row, error.code);
    throw error;
  }
}
