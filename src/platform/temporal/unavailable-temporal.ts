import { isGrpcServiceError } from '@temporalio/client';

/** The Temporal server does not respond. */
export class UnavailableTemporal extends Error {
  // Commands recognize it by its name (src/cli/support/failure.ts), and so does a process that cannot start.
  override name = 'UnavailableError';

  constructor(address: string, options: ErrorOptions) {
    super(`Temporal at ${address} cannot be reached. Check TEMPORAL_ADDRESS and that the server is running.`, options);
  }
}

/** DEADLINE_EXCEEDED and UNAVAILABLE, of a call to a server that is not there. */
const AWAY = new Set([4, 14]);

/** Says in one sentence what to do where an error means that Temporal cannot be reached; any other error comes back as it is. */
export function explainUnreachable(error: unknown, address: string): unknown {
  return isAway(error) ? new UnavailableTemporal(address, { cause: error }) : error;
}

/** The client's own errors carry the server's as their cause. */
function isAway(error: unknown): boolean {
  if (isGrpcServiceError(error)) return AWAY.has(Number(error.code));
  return error instanceof Error && error.cause !== undefined && isAway(error.cause);
}
