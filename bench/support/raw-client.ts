import { connect } from 'node:net';

/**
 * One keep-alive connection that sends requests one after the other and throws the bodies away unread: a load generator
 * that decoded them would take more of the machine than the server under test.
 *
 * @returns milliseconds of each answer.
 * @throws {Error} when an answer has another status than `expect`, or the connection ends.
 */
export function fireConnection(options: {
  port: number;
  /** The bytes of a request, counted from zero. */
  request(n: number): Buffer;
  /** Requests at most. */
  most?: number;
  expect: number;
  until: number;
}): Promise<number[]> {
  const { port, request, most, expect, until } = options;
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let next = 0;
    let sentAt = 0;
    /** Bytes of the present answer still to come; −1 while its head is awaited. */
    let left = -1;
    const send = () => {
      left = -1;
      sentAt = performance.now();
      if (sentAt >= until || next === most) {
        socket.destroy();
        resolve(times);
        return;
      }
      socket.write(request(next++));
    };
    socket.once('connect', send);
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server ended the connection')));
    let head: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (left === -1) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        const status = Number(text.slice(9, 12));
        if (status !== expect) {
          socket.destroy();
          reject(new Error(`answered ${head.toString('utf8').slice(0, 600)}`));
          return;
        }
        left = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4);
        head = Buffer.alloc(0);
      } else {
        left -= chunk.length;
      }
      if (left > 0) return;
      times.push(performance.now() - sentAt);
      send();
    });
  });
}
