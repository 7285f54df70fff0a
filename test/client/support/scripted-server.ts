import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../support/outside/misbehaving-server.js';

interface Call {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Step = (response: ServerResponse, request: IncomingMessage) => void;

export interface ScriptedServer {
  baseUrl: string;
  /** Every request so far. */
  calls: Call[];
  /** Connections accepted so far, and open now. */
  connections(): number;
  open(): number;
  /** The answers to the next requests, one after another; the last one also for all others. */
  script(...steps: Step[]): void;
  close(): Promise<void>;
}

/** A server that answers each request by the test's script. */
export async function startScripted(): Promise<ScriptedServer> {
  const calls: Call[] = [];
  let steps: Step[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      calls.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const step = steps.length > 1 ? steps.shift() : steps[0];
      if (step) step(response, request);
      else response.writeHead(404).end();
    });
  });
  const running = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${running.port}/v1`,
    calls,
    connections: running.connections,
    open: running.open,
    script(...next) {
      steps = next;
      calls.length = 0;
    },
    close: running.close,
  };
}

export const ok =
  (
    body: unknown = { object: 'list', mode: 'test', events: [], next: null },
    headers: Record<string, string> = {},
  ): Step =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A problem, by default a problem that may be tried again at once. */
export const problem =
  (status: number, code: string, headers: Record<string, string> = { 'retry-after': '0' }): Step =>
  (response) => {
    const body = {
      type: `https://api.example.com/problems/${code}`,
      title: code,
      status,
      detail: code,
      request_id: 'req_1',
      code,
    };
    response
      .writeHead(status, { 'content-type': 'application/problem+json', 'service-request-id': 'req_1', ...headers })
      .end(JSON.stringify(body));
  };

export const reset: Step = (_response, request) => request.socket.resetAndDestroy();

/** Ends the connection in the middle of the body. */
export const cut: Step = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"object":"li', () => request.socket.resetAndDestroy());
};

/** Says nothing. */
export const hang: Step = () => {};
