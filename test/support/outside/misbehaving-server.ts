import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';

const folder = join(__dirname, '../certificates');
/** Signs the certificate of `hooks.test`, the only name these servers have. */
export const TEST_AUTHORITY = readFileSync(join(folder, 'authority.pem'), 'utf8');
const CERTIFICATE = {
  cert: readFileSync(join(folder, 'hooks.test.pem'), 'utf8'),
  key: readFileSync(join(folder, 'hooks.test.key'), 'utf8'),
};

export interface RunningServer {
  port: number;
  /** Connections accepted so far. */
  connections(): number;
  /** Connections open at this moment. */
  open(): number;
  close(): Promise<void>;
}

/** Puts a server on a free port of one address and counts who connects. */
export async function listen(server: Server | HttpServer, host = '127.0.0.1'): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => accepted,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A receiver that behaves, for each path, like a broken or hostile one. */
const misbehave: RequestListener = (request, response) => {
  const [, behaviour = '', detail = ''] = (request.url ?? '').split(/[/?]/);
  const drip = () => {
    const timer = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(timer));
  };
  const flood = () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more);
    };
    more();
  };
  switch (behaviour) {
    case 'status':
      response.writeHead(Number(detail), { location: 'http://127.0.0.1:9/elsewhere' }).end('the answer');
      return;
    case 'hang':
      return;
    case 'drip':
      response.writeHead(Number(detail) || 200);
      drip();
      return;
    case 'redirect':
      response.writeHead(302, { location: `http://127.0.0.1:${detail}/` }).end();
      return;
    case 'reset':
      request.socket.resetAndDestroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => request.socket.resetAndDestroy());
      return;
    case 'huge':
      response.writeHead(Number(detail) || 200);
      flood();
      return;
    case 'long':
      response.end(Buffer.alloc(Number(detail), 'y'));
      return;
    case 'headers':
      request.socket.write(`HTTP/1.1 200 OK\r\nX-Filler: ${'z'.repeat(200_000)}\r\n\r\n`);
      return;
    case 'raw':
      request.socket.write(Buffer.from(detail, 'hex'));
      return;
    case 'garbage':
      request.socket.end('220 mail.example ESMTP ready\r\n');
      return;
    default:
      response.writeHead(204).end();
  }
};

export function startMisbehavingServer(): Promise<RunningServer> {
  return listen(createHttpServer(misbehave));
}

/** The same over TLS, with a certificate for `hooks.test`. */
export function startMisbehavingTlsServer(options: SecureContextOptions = {}): Promise<RunningServer> {
  return listen(createHttpsServer({ ...CERTIFICATE, ...options }, misbehave));
}

/** Accepts connections and says nothing: shows whether anybody was let through to it, and never finishes a handshake. */
export function startCanary(host = '127.0.0.1'): Promise<RunningServer> {
  return listen(
    createTcpServer((socket) => socket.resume()),
    host,
  );
}
