import type { MailConfig } from '../../config/mail-settings.js';
import { MailNotTaken, type MailPort, type OutgoingMail } from './port.js';

/**
 * In milliseconds. A server may look through a mail for long before it says that it took it (RFC 5321 section 4.5.3.2.6): one
 * that is hung up on delivers the mail all the same, and gets it again.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 90_000, dnsTimeout: 10_000 };

/** Commands whose refusal is about this mail; all others are about us or the server. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * Hands mail to an SMTP server, over a connection for each. A server on another machine must offer TLS, or the password
 * and the mails would travel in the clear; `?requireTLS=false` at the end of the address allows that.
 */
export function createSmtpMail({ smtpUrl, from, dkim }: MailConfig): MailPort {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const requireTLS = protocol === 'smtp:' && !isHere && searchParams.get('requireTLS') !== 'false';
  return {
    keeps: false,
    domain: from.address.slice(from.address.lastIndexOf('@') + 1),
    async send(mail) {
      // Few processes ever send a mail: the library is loaded by the first.
      const { createTransport } = require('nodemailer') as typeof import('nodemailer');
      const watch = watchData();
      const transport = createTransport({ url: smtpUrl, requireTLS, dkim, ...TIMEOUTS, logger: watch.logger });
      try {
        await transport.sendMail(messageOf(mail, from));
        return { outcome: 'taken' };
      } catch (error) {
        const code = replyOf(error);
        if (code !== null && isForGood(error)) return { outcome: 'refused', code };
        const inDoubt = code === null && watch.handedOver();
        throw new MailNotTaken(`the mail server did not take it: ${inOurWords(error)}`, inDoubt, code);
      } finally {
        transport.close();
      }
    },
  };
}

/**
 * Learns from the library's log whether the last line of a mail was written: from then on a connection that is lost may
 * have delivered it. Nothing that is logged is kept.
 */
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
function replyOf(error: unknown): number | null {
  const { responseCode } = error as SmtpFault;
  return typeof responseCode === 'number' ? responseCode : null;
}

function messageOf(mail: OutgoingMail, from: MailConfig['from']) {
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
}

/** A 5xx to the recipient or to the message itself (RFC 5321 section 4.2.1): asking again would get the same. */
function isForGood(error: unknown): boolean {
  const { command, responseCode } = error as SmtpFault;
  return (
    typeof command === 'string' &&
    ABOUT_THE_MAIL.has(command) &&
    typeof responseCode === 'number' &&
    responseCode >= 500
  );
}

/** Code, command and number alone: the rest may name people. */
function inOurWords(error: unknown): string {
  const { code, command, responseCode } = error as SmtpFault;
  const known = [code, command, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number');
  return known.length > 0 ? known.join(' ') : 'for an unknown reason';
}
