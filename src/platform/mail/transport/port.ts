import { HOUR } from '../../../core/time.js';
export interface OutgoingMail {
  /** The same for each attempt, so that receivers recognise a repetition. */
  messageId: string;
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  name: string;
  /** Its media type, such as `application/pdf`. */
  type: string;
  content: Buffer;
}

/** The mail server's answer. `refused`: it knows no such mailbox; `code` is its reply code, such as 550. */
export type MailAnswer = { outcome: 'taken' } | { outcome: 'refused'; code: number };

export interface MailPort {
  /** Whether mails are kept to be read on this service, because they are not sent. */
  readonly keeps: boolean;
  /** The domain of message ids. */
  readonly domain: string;
  /**
   * Hands a mail over.
   *
   * @param ending aborted when this process ends: the connection is closed, and the mail is not taken.
   * @returns whether it was taken, or is refused for good.
   * @throws {MailNotTaken} when it may be taken later.
   */
  send(mail: OutgoingMail, ending?: AbortSignal): Promise<MailAnswer>;
}

/** A mail could not be handed over now. Its message never quotes the server, which may repeat addresses: it goes to logs. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';

  /** The whole mail was on its way when the connection was lost: perhaps the server took it. */
  readonly inDoubt: boolean;
  readonly code: number | null;
  /** The reply may mean that there is no such mailbox, or something that is wrong for everybody. */
  readonly perhapsNoMailbox: boolean;

  constructor(message: string, how: { inDoubt?: boolean; code?: number | null; perhapsNoMailbox?: boolean } = {}) {
    super(message);
    this.inDoubt = how.inDoubt ?? false;
    this.code = how.code ?? null;
    this.perhapsNoMailbox = how.perhapsNoMailbox ?? false;
  }
}

/** Given up as refused after an hour if the mailbox may not exist, and after two days of other refusals; otherwise never. */
export function isRefusedForGood({ code, perhapsNoMailbox }: MailNotTaken, ageMs: number): boolean {
  return code !== null && code >= 500 && ageMs > (perhapsNoMailbox ? HOUR : 48 * HOUR);
}
