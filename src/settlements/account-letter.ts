import { newId } from '../core/ids.js';
import type { OwnersMail } from '../members/mails.js';
import type { Context } from '../platform/context/context.js';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
const date = (at: Date): string => `${DATE.format(at)} UTC`;

/**
 * The mail to every owner of a company whose payout account has changed. It explains how an owner who did not expect
 * the change can stop it.
 *
 * @param account in words, never the whole number.
 * @param paysFrom null: it is paid at once, because an operator set it.
 */
export function accountLetter(
  { config: { origin } }: Pick<Context, 'config'>,
  { account, at, paysFrom }: { account: string; at: Date; paysFrom: Date | null },
): OwnersMail {
  const page = `${origin}/dashboard/company`;
  const [who, until] = paysFrom
    ? [
        'An owner of your company',
        `We make no payments to it before ${date(paysFrom)}. Payments due earlier wait until then.`,
      ]
    : ['Partner Events', 'We pay to it from now on.'];
  return {
    reason: 'payout_account',
    idempotencyKey: `payout_account/${newId('mail')}`,
    letter: {
      subject: 'Your payout account has changed',
      paragraphs: [`${who} changed the account that your statements are paid to. ${until}`],
      facts: [
        ['Account', account],
        ['Changed', date(at)],
        ...(paysFrom ? ([['Paid from', date(paysFrom)]] as [string, string][]) : []),
      ],
      action: { label: 'Review the account', url: page },
      notes: [
        'If nobody in your company did this, set the right account on that page and contact us immediately. The audit log shows who changed it.',
      ],
    },
  };
}

/** For the audit log. */
export const waitDetails = (paysFrom: Date | null): { pays_from?: string } =>
  paysFrom ? { pays_from: paysFrom.toISOString() } : {};
