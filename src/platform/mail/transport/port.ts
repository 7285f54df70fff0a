/** A mail as it is handed over. */
export interface OutgoingMail {
  /** The same however often it is handed over, so that receivers can tell a repetition. */
  messageId: string;
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  attachments?: readonly MailAttachment[];
}

/** A file that comes with a mail. */
export interface MailAttachment {
  name: string;
  /** Its media type, such as `application/pdf`. */
  type: string;
  content: Buffer;
}

/** What the mail server said; `code` is its reply code, such as 550. */
export type MailAnswer = { outcome: 'taken' } | { outcome: 'refused'; code: number };

/** Takes outgoing mail. */
export interface MailPort {
  /** Whether mails are kept to be read on this service, because nobody else gets them. */
  readonly keeps: boolean;
  /** The domain of message ids. */
  readonly domain: string;
  /**
   * Hands a mail over.
   *
   * @returns whether it was taken; `refused` when the server said that it will never take this mail.
   * @throws {MailNotTaken} when it may be taken later.
   */
  send(mail: OutgoingMail): Promise<MailAnswer>;
}

/**
 * A mail could not be handed over now. The message says why in the words of this service: servers repeat addresses in
 * theirs, and this one ends up in workflow histories and logs.
 */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';

  /**
   * @param inDoubt the whole mail was on its way when the connection was lost: perhaps the server took it.
   * @param code the server's reply, if there was one.
   */
  constructor(
    message: string,
    readonly inDoubt = false,
    readonly code: number | null = null,
  ) {
    super(message);
  }
}
