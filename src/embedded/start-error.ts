/** Why something cannot be started, as a message for the person who started it, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
