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
}

/** Takes outgoing mail. */
export interface MailPort {
  /** Whether mails are kept to be read on this service, because nobody else gets them. */
  readonly keeps: boolean;
  /** The domain of message ids. */
  readonly domain: string;
  /**
   * Hands a mail over.
   *
   * @returns `taken`; or `refused` when the server said that it will never take this mail.
   * @throws {MailNotTaken} when it may be taken later.
   */
  send(mail: OutgoingMail): Promise<'taken' | 'refused'>;
}

/**
 * A mail could not be handed over now. The message says why in the words of this service: servers repeat addresses in
 * theirs, and this one ends up in workflow histories and logs.
 */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
}
