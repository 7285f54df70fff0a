import { DAY } from '../core/time.js';
import { listWarned, type WarnedEndpoint, type Warning } from '../endpoints/alerts.js';
import type { Context } from '../platform/context/context.js';
import type { Letter } from '../platform/mail/compose.js';
import { queueMail } from '../platform/mail/queue-mail.js';
import { listMemberRows } from './sql/members.js';

/** A warning of last week is worth nothing. */
const WORTH_MS = 3 * DAY;

/**
 * Mails the owners and developers of companies whose webhook or postback is on its way to being disabled, half of it and 90 %
 * of it, and when it was. Each is told once of each; without a mail server nobody is.
 *
 * @param onProgress called after each endpoint.
 */
export async function warnOfEndpoints(ctx: Context, onProgress?: () => void): Promise<{ mailed: number }> {
  if (!ctx.mail) return { mailed: 0 };
  let mailed = 0;
  for (const endpoint of await listWarned(ctx)) {
    mailed += await warn(ctx, endpoint);
    onProgress?.();
  }
  return { mailed };
}

function warn(ctx: Context, endpoint: WarnedEndpoint): Promise<number> {
  const { endpointId, companyId, warning, since } = endpoint;
  return ctx.sql.begin(async (tx) => {
    let queued = 0;
    for (const { id, email, role } of await listMemberRows(tx, companyId)) {
      if (role !== 'owner' && role !== 'developer') continue;
      const mail = await queueMail(ctx, tx, {
        reason: `endpoint_${warning}`,
        idempotencyKey: `endpoint_${warning}/${endpointId}/${since.getTime()}/${id}`,
        to: email,
        letter: letterOf(ctx, endpoint),
        expiresAt: new Date(ctx.clock.now().getTime() + WORTH_MS),
      });
      if (mail !== null) queued++;
    }
    return queued;
  });
}

function letterOf(ctx: Context, { endpointId, kind, warning, since, lastFailure, disablesAt }: WarnedEndpoint): Letter {
  const failure = `Its last failure was \`${lastFailure ?? 'unknown'}\`.`;
  const words: Record<Warning, { subject: string; paragraphs: string[] }> = {
    half: {
      subject: `Your ${kind} only fails`,
      paragraphs: [
        `Every delivery to your ${kind} ${endpointId} has failed since ${since.toISOString()}. ${failure}`,
        `If nothing arrives until ${disablesAt.toISOString()}, it is disabled and its deliveries are held.`,
      ],
    },
    nearly: {
      subject: `Your ${kind} will soon be disabled`,
      paragraphs: [
        `Every delivery to your ${kind} ${endpointId} has failed since ${since.toISOString()}. ${failure}`,
        `It is disabled at ${disablesAt.toISOString()} unless one arrives before that.`,
      ],
    },
    disabled: {
      subject: `Your ${kind} was disabled`,
      paragraphs: [
        `Every delivery to your ${kind} ${endpointId} failed for five days, so it was disabled at ${since.toISOString()}. ${failure}`,
        'Its deliveries are held for 30 days. Once your receiver is mended, enable it and replay what it missed.',
      ],
    },
  };
  return {
    ...words[warning],
    action: { label: 'Look at it', url: `${ctx.config.origin}/dashboard/${kind}s/${endpointId}` },
    notes: ['You get this mail as an owner or developer of your company.'],
  };
}
