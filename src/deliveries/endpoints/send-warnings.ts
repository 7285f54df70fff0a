import { outcomeText } from '../../core/outcomes.js';
import { DAY } from '../../core/time.js';
import { mailMembers } from '../../members/mails.js';
import type { Context } from '../../platform/context/context.js';
import type { Letter } from '../../platform/mail/compose.js';
import { DISABLE_AFTER_MS } from '../rules/delivery.js';
import { type FailedForRow, listFailedFor } from '../sql/failing-endpoints.js';

/**
 * Mails the members who get mails about endpoints, of companies whose webhook or postback only fails: after 50 % and 90
 * % of the time until it is disabled, and when it is disabled. Each member gets each mail once. Without a mail server
 * it sends nothing.
 */
export async function sendEndpointWarnings(ctx: Context): Promise<{ mailed: number }> {
  if (!ctx.mail) return { mailed: 0 };
  let mailed = 0;
  for (const endpoint of await listWarned(ctx)) {
    mailed += await warn(ctx, endpoint);
  }
  return { mailed };
}

/** How far a failing endpoint is on its way to being disabled. */
const WARNINGS = ['half', 'nearly', 'disabled'] as const;
type Warning = (typeof WARNINGS)[number];

interface WarnedEndpoint extends Omit<FailedForRow, 'failingSince' | 'disabledAt'> {
  warning: Warning;
  /** Since when it only fails, or when it was disabled: each is reported once. */
  since: Date;
  disablesAt: Date;
}

/** Disabled endpoints are reported for this long. */
const REPORTS_DISABLED_MS = DAY;

/** Endpoints of active companies, with a key that is not revoked, that are half of the way to being disabled for their failures, 90 % of it, or were just disabled. */
async function listWarned(ctx: Context): Promise<WarnedEndpoint[]> {
  const now = ctx.clock.now().getTime();
  const rows = await listFailedFor(ctx.sql, {
    failingBefore: new Date(now - DISABLE_AFTER_MS / 2),
    disabledAfter: new Date(now - REPORTS_DISABLED_MS),
  });
  return rows.map(({ failingSince, disabledAt, ...row }) => {
    const began = failingSince ?? new Date(now);
    const nearly = now - began.getTime() >= DISABLE_AFTER_MS * 0.9;
    return {
      ...row,
      warning: disabledAt ? 'disabled' : nearly ? 'nearly' : 'half',
      since: disabledAt ?? began,
      disablesAt: new Date(began.getTime() + DISABLE_AFTER_MS),
    };
  });
}

function warn(ctx: Context, endpoint: WarnedEndpoint): Promise<number> {
  const { endpointId, companyId, warning, since } = endpoint;
  return ctx.sql.begin((tx) =>
    mailMembers(ctx, tx, companyId, {
      kind: 'endpoints',
      reason: `endpoint_${warning}`,
      idempotencyKey: `endpoint_${warning}/${endpointId}/${since.getTime()}`,
      letter: toLetter(ctx, endpoint),
    }),
  );
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
const date = (at: Date): string => `${DATE.format(at)} UTC`;

/** It names the host alone: an address may hold a secret. */
function toLetter(
  ctx: Context,
  { endpointId, kind, url, warning, since, lastFailure, disablesAt }: WarnedEndpoint,
): Letter {
  const failure = lastFailure === null ? '' : ` (${outcomeText(lastFailure)})`;
  const deliveries = `Every delivery to your ${kind} at ${new URL(url).origin}`;
  const failing = `${deliveries} has failed since ${date(since)}${failure}.`;
  const words: Record<Warning, { subject: string; paragraphs: string[] }> = {
    half: {
      subject: `Your ${kind} keeps failing`,
      paragraphs: [
        failing,
        `If this continues, we will disable it on ${date(disablesAt)} and keep its deliveries for 30 days.`,
      ],
    },
    nearly: {
      subject: `We will soon disable your ${kind}`,
      paragraphs: [failing, `We will disable it on ${date(disablesAt)} unless a delivery succeeds before then.`],
    },
    disabled: {
      subject: `We disabled your ${kind}`,
      paragraphs: [
        `${deliveries} failed for five days${failure}, so we disabled it on ${date(since)}.`,
        'We keep its deliveries for 30 days. Once your receiver works again, enable it and replay what it missed.',
      ],
    },
  };
  return {
    ...words[warning],
    action: { label: `Open the ${kind}`, url: `${ctx.config.origin}/dashboard/${kind}s/${endpointId}` },
  };
}
