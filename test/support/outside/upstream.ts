import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** As an API does: each of its answers has an id. */
export const answerOk: Answer = (_request, response) => response.setHeader('Service-Request-Id', 'req_test').end('ok');

/** A server on a port that it keeps: what nginx sees of an API that goes and comes back at once. */
export class Upstream {
  private server: Server | undefined;
  port = 0;
  calls = 0;
  answer: Answer = answerOk;

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      if (request.url !== '/healthz') this.calls += 1;
      this.answer(request, response);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    this.server?.closeAllConnections();
    await closed;
  }
}
