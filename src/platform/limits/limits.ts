import { significantPart } from '../../core/ip-allowlist.js';
import { foldEmail } from '../../core/mail-address.js';

/** The person or the object of an action. Each has a count of its own. A `buyer` is an e-mail address at one event. */
export type Counted = 'member' | 'company' | 'ip' | 'mailbox' | 'buyer' | 'event' | 'endpoint' | 'host';

type Limit = { minutes: number } & Partial<Record<Counted, number>>;

/** Attempts allowed in a number of minutes, not counting operators' commands. docs/monitoring.md prints this table. */
export const LIMITS = {
  /** Asking for a sign-in link. The number of mails to one mailbox is limited by its valid links: `requestSignIn`. */
  sign_in_link: { minutes: 60, ip: 20 },
  /** Looking at whom a sign-in link signs in, before it is opened. */
  sign_in_link_shown: { minutes: 15, ip: 60 },
  /** Opening a sign-in link. */
  sign_in: { minutes: 15, ip: 30 },
  /** Codes of an authenticator app: a million to guess, three of them right at a time. */
  code: { minutes: 15, member: 5 },
  /** Passkeys cannot be guessed, but cost a signature to check. */
  passkey: { minutes: 15, member: 30 },
  /** Beginning to add a passkey or an authenticator app: each makes a secret or a challenge. */
  second_step_setup: { minutes: 15, member: 20 },
  /** Samples of statements: each draws a PDF. */
  sample_statement: { minutes: 10, member: 20, company: 40 },
  /** Downloads of all statements of a year: each may draw a hundred PDFs. */
  statement_archive: { minutes: 10, member: 10, company: 20 },
  invitation: { minutes: 60, member: 20, company: 40, mailbox: 5 },
  /** Checking or adding a webhook's or postback's address, whose name is looked up. */
  address: { minutes: 10, member: 120, company: 240 },
  test_delivery: { minutes: 10, member: 30, company: 60, host: 90 },
  /** Each sends nine deliveries. */
  receiver_check: { minutes: 10, member: 10, company: 20, host: 20 },
  /** Replaying one delivery, or making its next attempt now. */
  delivery_attempt: { minutes: 10, member: 100, company: 200, endpoint: 100 },
  /** Asking about missing sales, one or a file of them. */
  inquiry: { minutes: 60, member: 30, company: 60 },
  /** What statements print of the company, and the account that they are paid to: every owner is mailed of another one. */
  company_accounts: { minutes: 60, member: 20, company: 30 },
  /** Test sales, refunds, steps and resets. */
  sandbox: { minutes: 10, member: 60, company: 120 },
  /** Replaying an endpoint's deliveries since an instant. */
  replay: { minutes: 10, member: 10, company: 20, endpoint: 5 },
  /** Orders of free tickets, which cost nothing to invent: each takes tickets, and mails them. */
  free_order: { minutes: 60, ip: 30, mailbox: 5 },
  /** The same of all visitors for one event: invented buyers at many IP addresses must not take all tickets. An alert watches it. */
  free_order_event: { minutes: 60, event: 1_000 },
  /** The same of one buyer for one event. */
  free_order_again: { minutes: 30 * 24 * 60, buyer: 1 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export type CountedBy<Name extends LimitName> = Exclude<keyof (typeof LIMITS)[Name], 'minutes'> & Counted;

/** One name for equal subjects: IPv6 by /64, an address folded and without its tag, a host without its final dot. */
export function significantName(counted: Counted, name: string): string {
  if (counted === 'ip') return significantPart(name);
  if (counted === 'mailbox' || counted === 'buyer') return foldEmail(name).replace(/(?<=[^\s@])\+[^\s@]*(?=@)/, '');
  return counted === 'host' ? name.toLowerCase().replace(/\.$/, '') : name;
}
