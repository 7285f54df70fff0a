import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { ProcessorMessage } from './port.js';
import { deleteSetAside, insertSetAside } from './sql.js';

/**
 * Completes a message whose object lacks a member: reads the object at the processor.
 *
 * @returns the message with its subject, or null after it was set aside for an operator.
 * @throws when the processor gave no answer: it sends the message again.
 */
export async function completeMessage(ctx: Context, message: ProcessorMessage): Promise<ProcessorMessage | null> {
  const { id, type, mode, account, createdAt, what } = message;
  if (what.kind !== 'incomplete') return message;
  const complete = await ctx.payments.of(mode).completeEvent(message);
  if (complete) {
    await deleteSetAside(ctx.sql, id);
    return { ...message, what: complete };
  }
  const { id: objectId, fault } = what;
  ctx.log.error({ alert: 'processor_event', event: id, type, fault }, 'a message of the processor was set aside');
  await insertSetAside(ctx.sql, { id, type, mode, account, objectId, fault, createdAt, receivedAt: ctx.clock.now() });
  return null;
}

/** Ends a set-aside message that an operator handled. @throws {ProblemError} `invalid_request` for an unknown message. */
export async function dismissSetAside(ctx: Context, input: { event: string; reason: string }): Promise<void> {
  const { event, reason } = input;
  await ctx.sql.begin(async (tx) => {
    if (!(await deleteSetAside(tx, event))) throw noSuch('message', event);
    await recordAction(ctx, tx, { action: 'processor_event.dismiss', objectId: event, details: { reason } });
  });
}
