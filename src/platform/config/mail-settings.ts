import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password where the server requires them. */
  smtpUrl: string;
  from: { name: string; address: string };
  /** Signs each mail (RFC 6376); undefined: the mail server signs, or mails are unsigned. */
  dkim?: { domainName: string; keySelector: string; privateKey: string };
}

const MAILBOX =
  /^(?:(?:"([^"<>\r\n]*)"|([^"<>@\r\n]*?))\s*<([^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)*)>|([^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)*))$/;

export const mailFrom = z
  .string()
  .regex(MAILBOX, 'must be an email address, or a name and one: Partner Events <partners@example.com>')
  .optional();

export interface MailSettings {
  SMTP_URL?: string;
  MAIL_FROM?: string;
  DKIM_DOMAIN?: string;
  DKIM_SELECTOR?: string;
  DKIM_PRIVATE_KEY?: string;
}

/** Undefined: there are no settings of mail. @returns a text that names the missing settings. */
export function readMail(settings: MailSettings): MailConfig | string | undefined {
  const dkim = readDkim(settings);
  if (typeof dkim === 'string') return dkim;
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  if (url === undefined && from === undefined) return undefined;
  const [, quoted, plain, address, alone] = MAILBOX.exec(from ?? '') ?? [];
  const mailbox = address ?? alone;
  if (url === undefined || mailbox === undefined) {
    return `${url === undefined ? 'SMTP_URL' : 'MAIL_FROM'}: SMTP_URL and MAIL_FROM, both or none`;
  }
  return { smtpUrl: url, from: { name: quoted ?? plain ?? '', address: mailbox }, dkim };
}

function readDkim(settings: MailSettings): MailConfig['dkim'] | string {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: key } = settings;
  if (domainName === undefined && keySelector === undefined && key === undefined) return undefined;
  if (domainName === undefined || keySelector === undefined || key === undefined) {
    return 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY: all of them, or none';
  }
  if (settings.SMTP_URL === undefined) return 'DKIM_DOMAIN: needs SMTP_URL';
  try {
    const privateKey = key.includes('-----BEGIN') ? key : readFileSync(key, 'utf8');
    createPrivateKey(privateKey);
    return { domainName, keySelector, privateKey };
  } catch {
    return 'DKIM_PRIVATE_KEY: must be a private key as PEM, or the path of one';
  }
}
