import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** Head and body as they came. */
  raw: string;
  messageId: string;
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  received: ReceivedMail[];
  /** Answers to recipients to come, an SMTP code each; once used up, everything is taken. */
  refuse(...codes: number[]): void;
  /** Takes the next so many mails and hangs up instead of saying so. */
  hangUp(mails: number): void;
  close(): Promise<void>;
}

/** An SMTP server on a free port, which takes everything unless told otherwise. Its refusals name the recipient, as many do. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  let hangUps = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = refusals.shift();
      done(code === undefined ? null : Object.assign(new Error(`no mailbox for ${address}`), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw, messageId });
        if (hangUps === 0) return done();
        hangUps -= 1;
        for (const connection of server.connections) connection._socket.destroy();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (...codes) => void refusals.push(...codes),
    hangUp: (mails) => {
      hangUps = mails;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Settings of a service that sends its mail there. */
export function mailSettings(server: MailServer): Record<string, string> {
  return { SMTP_URL: server.url, MAIL_FROM: 'Partner Events <partners@service.example>' };
}
