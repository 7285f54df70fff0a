import { types } from 'node:util';
import { InvalidArgumentError } from 'commander';
import { InputRefusal } from '../../core/input-refusal.js';
import { ConflictError, NoSuchError, ProblemError } from '../../core/problems.js';

/** Why a command failed, as `--json` shows it. */
export interface Failure {
  /** `usage`, `not_found`, `config`, `unavailable`, `refused`, `internal`, or a code of the API's problems. */
  code: string;
  message: string;
  errors?: { field: string; message: string }[];
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function exitCodeOf({ code }: Failure): number {
  return code === 'usage' || code === 'invalid_request' ? 2 : 1;
}

/** The printed form of an error: one message without a stack, and a stable code for scripts. */
export function toFailure(error: unknown): Failure {
  return { code: codeOf(error), message: messageOf(error), ...toFields(error) };
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof UsageError || error instanceof InvalidArgumentError) return 'usage';
  if (error instanceof NoSuchError) return 'not_found';
  if (error instanceof ConflictError) return 'refused';
  if (error instanceof ProblemError) return error.status === 404 ? 'not_found' : error.code;
  if (error instanceof InputRefusal) return 'invalid_request';
  if (!types.isNativeError(error)) return 'internal';
  // By its name: importing it would load what reads settings, which `--help` does not need.
  if (error.name === 'ConfigError') return 'config';
  if ('code' in error && CONNECTION_CODES.has(String(error.code))) return 'unavailable';
  if (error.name === 'ServiceError' || error.name === 'UnavailableError') return 'unavailable';
  // Our own errors have their own names; errors of the language are bugs.
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
    ? 'internal'
    : 'refused';
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  if (!types.isNativeError(error)) return String(error);
  if ('code' in error && error.code === 'ENOENT' && 'path' in error) return `There is no file ${error.path}.`;
  if ('code' in error && error.code === '42P01') return 'The database is empty: run `partner-events migrate` first.';
  // The client's message lacks the cause, which says that nothing responded.
  if (error.name === 'ServiceError' && error.cause) return `${error.message}: ${messageOf(error.cause)}`;
  // A workflow's failure wraps the activity's, and that one the reason.
  if (error.name === 'WorkflowFailedError' || error.name === 'ActivityFailure') return messageOf(error.cause);
  return error.message;
}

function toFields(error: unknown): Pick<Failure, 'errors'> {
  if (error instanceof ProblemError && error.errors) return { errors: error.errors };
  if (error instanceof InputRefusal) {
    return { errors: error.faults.map(({ field, reason }) => ({ field, message: reason })) };
  }
  return {};
}
