import postgres from 'postgres';

/** SQLSTATEs that pass by themselves: the server is starting, stopping, full, or a statement waited too long. */
const PASSING = new Set(['57014', '57P01', '57P02', '57P03', '57P05', '53300', '53400', '55P03', '40001', '40P01']);

const CONNECTION = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether an error says that the database cannot serve now, rather than that the statement was wrong. */
export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return PASSING.has(error.code) || error.code.startsWith('08');
  if (error instanceof AggregateError) return error.errors.some(isDatabaseBusy);
  // A dialled address tells the driver's errors from those of the caller's own socket.
  return isConnectionLost(error) && ('address' in error || 'hostname' in error);
}

/** The same where only the database's connection can be meant: one that is cut off while in use tells no address. */
export function isConnectionLost(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && CONNECTION.has(String(error.code));
}
