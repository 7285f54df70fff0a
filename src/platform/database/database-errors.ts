import { types } from 'node:util';
import postgres from 'postgres';

/** SQLSTATEs of faults that pass without help: the server is starting or stopping, or a statement waited too long. */
const PASSING = new Set(['57014', '57P01', '57P02', '57P03', '57P05', '55P03', '40001', '40P01']);
/** Classes of them that do too: connections, and resources that are used up, such as the disk. */
const PASSING_CLASSES = /^(08|53)/;
const DISK_FULL = '53100';

const CONNECTION = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The error of a connection that is cut off while in use has no address. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Whether an error says that the database cannot serve now, rather than that the statement was wrong. */
export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) {
    return PASSING.has(error.code) || PASSING_CLASSES.test(error.code);
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseBusy);
  if (!types.isNativeError(error) || !('code' in error)) return false;
  const code = String(error.code);
  // The address that was dialled distinguishes a missing socket from a missing file.
  return CUT_OFF.has(code) || (CONNECTION.has(code) && ('address' in error || 'hostname' in error));
}

/** Whether an error says that the disk of the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === DISK_FULL;
}
