import type { Config } from '../../config/config.js';
import type { MailPort } from './port.js';
import { createSmtpMail } from './smtp.js';

/** Takes everything and hands on nothing: mails stay in the database, where `/dev/mail` shows them. */
const MAILBOX: MailPort = { keeps: true, domain: 'localhost', send: async () => ({ outcome: 'taken' }) };

/** The mail server of the settings; without one a mailbox, except in production: null. */
export function createMail({ mail, env }: Pick<Config, 'mail' | 'env'>): MailPort | null {
  if (mail) return createSmtpMail(mail);
  return env === 'production' ? null : MAILBOX;
}
