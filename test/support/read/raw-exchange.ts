import { connect, type Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../../../src/core/problems.js';
import { type Problem, problem } from '../../../src/core/wire/problem.js';

export interface RawAnswer {
  status: number;
  /** Status line and header lines. */
  head: string;
  body: string;
}

/** Opens a connection; it never throws, for any behaviour of the server. */
export function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject);
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Everything the server sends until it hangs up. */
function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** Sends bytes unchanged and reads until the server hangs up. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer[]> {
  const socket = await dial(port);
  socket.write(bytes);
  return takeApart(await readToEnd(socket));
}

/** The answers in what a server sent, each as long as its `Content-Length` says. */
function takeApart(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`no answer: ${rest.slice(0, 200)}`);
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    answers.push({ status, head, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

export function headerOf({ head }: RawAnswer, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
}

/** Checks that an answer is a complete problem of that code, and gives its body. */
export function expectRawProblem(answer: RawAnswer, code: ProblemCode): Problem {
  const body = JSON.parse(answer.body || 'null');
  expect({ status: answer.status, body }).toMatchObject({ status: PROBLEMS[code][0], body: { code } });
  const parsed = problem.strict().parse(body);
  expect(headerOf(answer, 'content-type')).toBe('application/problem+json');
  expect(headerOf(answer, 'cache-control')).toBe('no-store');
  expect(headerOf(answer, 'service-request-id')).toBe(parsed.request_id);
  return parsed;
}
