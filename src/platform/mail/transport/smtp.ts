import type { Config } from '../../config/config.js';
import type { MailConfig } from '../../config/mail-settings.js';
import { MailNotTaken, type MailPort, type OutgoingMail } from './port.js';

/** In milliseconds. A server may check a mail for long (RFC 5321 4.5.3.2.6); hanging up too early delivers the mail twice. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 90_000, dnsTimeout: 10_000 };

/** Enhanced status codes (RFC 3463) that say that there is no such mailbox, or that it is closed for good. */
const NO_MAILBOX = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;

/** Replies to a recipient that, without an enhanced code, mean the mailbox with most servers, and a policy with some. */
const PERHAPS_NO_MAILBOX = new Set([550, 551, 553]);

/** Takes everything and hands on nothing: mails stay in the database, where `/dev/mail` shows them. */
const MAILBOX: MailPort = { keeps: true, domain: 'localhost', send: async () => ({ outcome: 'taken' }) };

/** The mail server of the settings; without one a mailbox, except in production: null. */
export function createMail({ mail, env }: Pick<Config, 'mail' | 'env'>): MailPort | null {
  if (mail) return createSmtpMail(mail);
  return env === 'production' ? null : MAILBOX;
}

/** One connection a mail. A remote server must offer TLS, unless the address ends with `?requireTLS=false`. */
function createSmtpMail({ smtpUrl, from, dkim }: MailConfig): MailPort {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const requireTLS = protocol === 'smtp:' && !isHere && searchParams.get('requireTLS') !== 'false';
  return {
    keeps: false,
    domain: from.address.slice(from.address.lastIndexOf('@') + 1),
    async send(mail, ending) {
      // Few processes ever send a mail: the library is loaded by the first.
      const { createTransport } = require('nodemailer') as typeof import('nodemailer');
      const watch = watchData();
      const transport = createTransport({ url: smtpUrl, requireTLS, dkim, ...TIMEOUTS, logger: watch.logger });
      try {
        await transport.sendMail({ ...toMessage(mail, from), signal: ending });
        return { outcome: 'taken' };
      } catch (error) {
        const code = findReply(error);
        const mailbox = code === null ? 'unknown' : judgeMailbox(error);
        if (code !== null && mailbox === 'missing') return { outcome: 'refused', code };
        throw new MailNotTaken(`the mail server did not take it: ${issueText(error)}`, {
          inDoubt: code === null && watch.handedOver(),
          code,
          perhapsNoMailbox: mailbox === 'perhaps missing',
        });
      } finally {
        transport.close();
      }
    },
  };
}

/** Detects in the library's log that a mail's last line was written: from then on, a lost connection may have delivered it. */
function watchData() {
  let written = false;
  const ignore = () => {};
  const info = (entry: { tnx?: unknown }) => {
    if (entry.tnx === 'message') written = true;
  };
  const logger = { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore };
  return { logger, handedOver: () => written };
}

/** The server's reply code; null when it said nothing. */
function findReply(error: unknown): number | null {
  const { responseCode } = error as SmtpFault;
  return typeof responseCode === 'number' ? responseCode : null;
}

function toMessage(mail: OutgoingMail, from: MailConfig['from']) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    attachments: mail.attachments?.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    // Out-of-office replies and lists leave it alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

interface SmtpFault {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/** Whether a reply refuses the mailbox. Other refusals are about us or the server, which may answer 5xx to every mail. */
function judgeMailbox(error: unknown): 'missing' | 'perhaps missing' | 'unknown' {
  const { command, responseCode, response } = error as SmtpFault;
  if (command !== 'RCPT TO') return 'unknown';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (enhanced !== undefined) return NO_MAILBOX.test(enhanced) ? 'missing' : 'unknown';
  return PERHAPS_NO_MAILBOX.has(Number(responseCode)) ? 'perhaps missing' : 'unknown';
}

/** Code, command and number alone: the rest may name people. */
function issueText(error: unknown): string {
  const { code, command, responseCode } = error as SmtpFault;
  const known = [code, command, responseCode].filter((fact) => typeof fact === 'string' || typeof fact === 'number');
  return known.length > 0 ? known.join(' ') : 'for an unknown reason';
}
