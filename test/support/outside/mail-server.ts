import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  /** Head and body as they came. */
  raw: string;
  messageId: string;
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  received: ReceivedMail[];
  /**
   * Answers to recipients to come, an SMTP code each, perhaps with an enhanced one: `550 5.1.1`; once used up, everything
   * is taken.
   */
  refuse(...replies: (number | string)[]): void;
  /** The same for the next mails, after their content. */
  refuseContent(...codes: number[]): void;
  /** Is silent to every client that names a recipient, or has sent a mail, until this is reset. */
  fallSilent(at: 'recipient' | 'content' | null): void;
  /** How many wait for an answer that does not come. */
  waiting(): number;
  /** Accepts the next mails and disconnects instead of confirming them. */
  hangUp(mails: number): void;
  close(): Promise<void>;
}

/** An SMTP server on a free port, which accepts everything by default. Its refusals name the recipient, as many do. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: (number | string)[] = [];
  const contentRefusals: number[] = [];
  let hangUps = 0;
  let silentAt: 'recipient' | 'content' | null = null;
  const unanswered = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onClose: ({ id }) => void unanswered.delete(id),
    onRcptTo({ address }, { id }, done) {
      if (silentAt === 'recipient') return void unanswered.add(id);
      const reply = refusals.shift();
      const [code, enhanced = ''] = String(reply).split(' ');
      const text = `${enhanced} no mailbox for ${address}`.trim();
      done(reply === undefined ? null : Object.assign(new Error(text), { responseCode: Number(code) }));
    },
    onData(stream, { envelope, id }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (silentAt === 'content') return void unanswered.add(id);
        const code = contentRefusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }));
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
    refuse: (...replies) => void refusals.push(...replies),
    refuseContent: (...codes) => void contentRefusals.push(...codes),
    fallSilent: (at) => {
      silentAt = at;
    },
    waiting: () => unanswered.size,
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
