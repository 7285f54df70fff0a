import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { catalogue } from '../../../src/core/locales/messages.js';

interface SunkMail {
  /** The same for each repeat. */
  messageId: string;
  to: string;
  /** Whether it says that it may be one. */
  marked: boolean;
}

export interface MailSink {
  url: string;
  /** Everything that came, in order. */
  received: SunkMail[];
  /** Drops every connection, whatever it is doing, and listens again after `away` milliseconds. */
  crash(away: number): Promise<void>;
  close(): Promise<void>;
}

/** The first words of a repeated mail, in each language. */
const MARKS = [...catalogue.values()].map((messages) => messages['ticket.repeated'].slice(0, 40));

/**
 * The server's behaviour for mails to other domains: it refuses them, accepts them late, or accepts them and
 * disconnects.
 */
export const POOR_DOMAINS = ['refused.example', 'delayed.example', 'dropped.example'] as const;
const DELAY_MS = 25_000;

const isAt = (to: string, domain: (typeof POOR_DOMAINS)[number]): boolean => to.endsWith(`@${domain}`);

/** Quoted-printable text as it reads. */
function readQuoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A mail server that takes nearly everything, keeps little, and can be killed. */
export async function startMailSink(): Promise<MailSink> {
  const received: SunkMail[] = [];
  let server = await listen(received, 0);
  const { port } = server.server.address() as AddressInfo;
  const end = () => {
    for (const connection of server.connections) connection._socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async crash(away) {
      await end();
      await new Promise((resolve) => setTimeout(resolve, away));
      server = await listen(received, port);
    },
    close: end,
  };
}

async function listen(received: SunkMail[], port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(isAt(address, 'refused.example') ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
    },
    onData(stream, { id, envelope }, done) {
      // The text comes before the attachments: the beginning says all there is to know.
      let head = '';
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 8_192) head += chunk.toString('latin1');
      });
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address ?? '';
        received.push({
          messageId: /^Message-ID: (.+)$/im.exec(head)?.[1]?.trim() ?? '',
          to,
          marked: MARKS.some((mark) => readQuoted(head).includes(mark)),
        });
        if (isAt(to, 'dropped.example'))
          for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
        if (isAt(to, 'delayed.example')) setTimeout(done, DELAY_MS);
        else done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return server;
}
