import { isGrpcServiceError } from '@temporalio/client';

/** The Temporal server does not respond, or not in time. Its message says what to do. */
export class UnavailableTemporal extends Error {
  // Commands recognize it by its name (src/cli/support/failure.ts), and so does a process that cannot start.
  override name = 'UnavailableError';
}

/** DEADLINE_EXCEEDED and UNAVAILABLE: of a call to a server that is down or too busy. */
const AWAY = new Set([4, 14]);

/** Says in one sentence what to do if Temporal cannot be reached; any other error is returned unchanged. */
export function explainUnreachable(error: unknown, address: string): unknown {
  if (error instanceof UnavailableTemporal || !isAway(error)) return error;
  const message = `Temporal at ${address} cannot be reached. Check TEMPORAL_ADDRESS and that the server is running.`;
  return new UnavailableTemporal(message, { cause: error });
}

/** Whether a call got no answer from Temporal in time. The client's own errors carry the server's as their cause. */
export function isAway(error: unknown): boolean {
  if (isGrpcServiceError(error)) return AWAY.has(Number(error.code));
  return error instanceof Error && error.cause !== undefined && isAway(error.cause);
}
