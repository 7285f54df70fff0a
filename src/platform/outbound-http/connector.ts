import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { literalAddress } from '../../core/public-address.js';
import { DeliveryFault, toFault } from './faults.js';
import { permittedAddresses, type Resolve } from './resolve.js';

/** How long one of several addresses is tried before the next: longer than a way around the world and back. */
const ATTEMPT_MS = 2_000;

export interface ConnectorOptions {
  resolve: Resolve;
  allowPrivate: boolean;
  /** Ends the lookup, the connection and the handshake. */
  signal: AbortSignal;
  /** Certificate authorities besides the usual ones. */
  ca?: string | Buffer;
}

/**
 * Opens a connection to an address that was checked, without a second DNS lookup.
 *
 * @throws {DeliveryFault} as {@link permittedAddresses}, or when the handshake fails; else what the machine says.
 */
export async function openChecked(url: URL, options: ConnectorOptions): Promise<Socket> {
  const addresses = await orAborted(permittedAddresses(url.hostname, options), options.signal);
  const secure = url.protocol === 'https:';
  const host = literalAddress(url.hostname) ?? url.hostname;
  const dial = {
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    lookup: pinned(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
  };
  const socket = secure
    ? openTls({
        ...dial,
        servername: isIP(host) === 0 ? host : '',
        minVersion: 'TLSv1.2',
        ALPNProtocols: ['http/1.1'],
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      })
    : openTcp(dial);
  return established(socket, secure, options.signal);
}

/**
 * The work's end, or the signal's reason if that comes first: neither a lookup nor the HTTP client heeds it in every
 * state.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}

/** A lookup that only ever answers what was checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

/** Waits for the connection, and for the handshake when there is one; a failed handshake is distinguished from a failed dial. */
function established(socket: Socket, secure: boolean, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let dialled = false;
    const onConnect = () => {
      dialled = true;
      socket.setNoDelay(true);
    };
    const abort = () => socket.destroy(signal.reason);
    const settle = () => {
      signal.removeEventListener('abort', abort);
      socket.off('error', onError).off('close', onClose);
    };
    const onError = (error: Error) => {
      settle();
      const fault = signal.aborted || !secure || !dialled ? undefined : handshakeFault(error);
      reject(fault ?? error);
    };
    const onClose = () =>
      onError(new DeliveryFault('connection_reset', 'the connection was closed while it was opened'));
    signal.addEventListener('abort', abort, { once: true });
    socket
      .once('connect', onConnect)
      .once(secure ? 'secureConnect' : 'connect', () => {
        settle();
        resolve(socket);
      })
      .once('error', onError)
      .once('close', onClose);
  });
}

function handshakeFault(error: Error): DeliveryFault {
  const fault = toFault(error);
  return fault.failure === 'connection_reset' ? fault : new DeliveryFault('tls', error.message, { cause: error });
}
