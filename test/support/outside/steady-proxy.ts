import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SteadyProxy {
  port: number;
  /** Where new connections go from now on. */
  target: number;
  close(): void;
}

/**
 * A fixed address for a server that comes back on another port after each crash; its connections break with the server.
 * The server sees the caller's own address.
 *
 * @param port a free one when absent.
 */
export async function startSteadyProxy(target: number, port = 0): Promise<SteadyProxy> {
  const open = new Set<Socket>();
  const proxy = { port: 0, target, close: () => {} };
  const server = createServer((near) => {
    const far = connect({ port: proxy.target, host: '127.0.0.1', localAddress: near.remoteAddress });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket
        .on('error', () => {})
        .once('close', () => {
          open.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  proxy.port = (server.address() as AddressInfo).port;
  proxy.close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return proxy;
}
