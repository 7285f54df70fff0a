import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { literalAddress } from '../../core/public-address.js';
import { DeliveryFault, toFault } from './faults.js';

/** How long an address is tried before the next one: longer than a round trip around the world. */
const ATTEMPT_MS = 2_000;

/** Dials addresses that were checked, without a second DNS lookup. @param ca certificate authorities besides the usual ones. */
export function dial(url: URL, addresses: readonly string[], ca: string | Buffer | undefined): Socket {
  const secure = url.protocol === 'https:';
  const host = literalAddress(url.hostname) ?? url.hostname;
  const to = {
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    lookup: pinned(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
  };
  if (!secure) return openTcp(to);
  return openTls({
    ...to,
    servername: isIP(host) === 0 ? host : '',
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  });
}

/** A lookup that only returns the checked addresses. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

/** Waits for connection and handshake. @throws {DeliveryFault} `tls` when the handshake fails; else the system's error. */
export function connected(socket: Socket, secure: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let dialled = false;
    const onConnect = () => {
      dialled = true;
      socket.setNoDelay(true);
    };
    const onError = (error: Error) => {
      settle();
      reject(secure && dialled ? handshakeFault(error) : error);
    };
    const onClose = () =>
      onError(new DeliveryFault('connection_reset', 'the connection was closed while it was opened'));
    const settle = () => socket.off('error', onError).off('close', onClose);
    socket
      .once('connect', onConnect)
      .once(secure ? 'secureConnect' : 'connect', () => {
        settle();
        resolve();
      })
      .once('error', onError)
      .once('close', onClose);
  });
}

function handshakeFault(error: Error): DeliveryFault {
  const fault = toFault(error);
  return fault.failure === 'connection_reset' ? fault : new DeliveryFault('tls', error.message, { cause: error });
}
