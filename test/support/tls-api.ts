import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { App } from '../../api/http/access.js';
import { type MadeCertificate, makeCertificate } from './outside/make-certificate.js';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  json: { code?: string; mode?: string; detail?: string };
}

/** The certificate of the service, whose own authority it is. */
export const SERVICE = makeCertificate({ name: 'localhost' });

export const TLS_ENV = { TLS_CERT: SERVICE.pem, TLS_KEY: SERVICE.key };

/** Puts an app on a free port of the loopback address. */
export async function listen(app: App): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

interface Get {
  port: number;
  url?: string;
  key: { key: string };
  certificate?: MadeCertificate;
  headers?: Record<string, string>;
}

/** One call over TLS on a connection of its own, with a client certificate or without. */
export function getOverTls({ port, url = '/v1/probe', key, certificate, headers }: Get): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: url,
        agent: false,
        ca: SERVICE.pem,
        servername: 'localhost',
        ...(certificate && { cert: certificate.pem, key: certificate.key }),
        headers: { authorization: `Bearer ${key.key}`, ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(text) }),
        );
      },
    );
    call.on('error', reject).end();
  });
}

/** `ok`, or the code of the refusal. */
export async function verdictOverTls(call: Get): Promise<string> {
  const { status, json } = await getOverTls(call);
  return status === 200 ? 'ok' : (json.code ?? String(status));
}

/** A bare TLS connection that has shaken hands. */
export function shakeHands(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: SERVICE.pem, servername: 'localhost', ...options }, () =>
      resolve(socket),
    );
    socket.on('error', reject);
  });
}

/** Sends one call on a connection and reads its answer, to the end of the connection. */
export function converse(socket: TLSSocket, key: { key: string }): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text));
    socket.write(
      `GET /v1/probe HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key.key}\r\nConnection: close\r\n\r\n`,
    );
  });
}
