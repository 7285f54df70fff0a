import { z } from 'zod';

/** Where outgoing mail is handed over, and whom it comes from. */
export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  smtpUrl: string;
  from: { name: string; address: string };
}

const MAILBOX = /^(?:(?:"([^"<>\r\n]*)"|([^"<>@\r\n]*?))\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

export const smtpUrl = z.url({ protocol: /^smtps?$/ }).optional();

export const mailFrom = z
  .string()
  .regex(MAILBOX, 'must be an e-mail address, or a name and one: Partner Events <partners@example.com>')
  .optional();

/**
 * Both settings as one; undefined when there is neither.
 *
 * @returns a text when only one is set: what is wrong.
 */
export function readMail(url: string | undefined, from: string | undefined): MailConfig | string | undefined {
  if (url === undefined && from === undefined) return undefined;
  const [, quoted, plain, address, alone] = MAILBOX.exec(from ?? '') ?? [];
  const mailbox = address ?? alone;
  if (url === undefined || mailbox === undefined) {
    return `${url === undefined ? 'SMTP_URL' : 'MAIL_FROM'}: SMTP_URL and MAIL_FROM, both or none`;
  }
  return { smtpUrl: url, from: { name: quoted ?? plain ?? '', address: mailbox } };
}
