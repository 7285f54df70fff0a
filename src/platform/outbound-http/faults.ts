import type { FailureClass } from '../../core/outcomes.js';

/** A failure of the receiver or the network, with its outcome class. */
export class DeliveryFault extends Error {
  override name = 'DeliveryFault';

  constructor(
    readonly failure: FailureClass,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Errors of our own machine's resources: such an attempt says nothing about the receiver. */
const OUR_OWN = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS']);

const BY_CODE: Record<string, FailureClass> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EINVAL: 'unreachable',
};

/** The code of an error, of the first address that failed when several were tried, or of its cause. */
export function errorCode(error: unknown): string | undefined {
  // By shape, not by class: errors may come from another realm.
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) return errorCode(error.errors[0]);
  return 'cause' in error ? errorCode(error.cause) : undefined;
}

/** Classifies an error of the HTTP client. @throws the error itself when it is our own and says nothing about the receiver. */
export function toFault(error: unknown): DeliveryFault {
  if (error instanceof DeliveryFault) return error;
  const code = errorCode(error);
  if (code !== undefined && OUR_OWN.has(code)) throw error;
  // TLS 1.3: a receiver that wants a certificate of ours says so only when the handshake is over for us.
  const byCode = code?.startsWith('ERR_SSL_') ? 'tls' : BY_CODE[code ?? ''];
  const failure = byCode ?? 'protocol';
  return new DeliveryFault(failure, errorMessage(error) || String(code ?? error), { cause: error });
}

function errorMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}
