import { ProblemError } from '../../core/problems.js';

/**
 * Adds the command or setting with which an operator can resolve a refusal. Partners read the same refusal without it.
 *
 * @param fits whether the hint is for this refusal.
 */
export async function withHint<T>(work: Promise<T>, fits: (error: ProblemError) => boolean, hint: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProblemError) || !fits(error)) throw error;
    const { code, errors, message } = error;
    throw new ProblemError(code, { detail: `${message} ${hint}`, errors });
  }
}

/** For a rotation while the secret before still works. */
export function hintAtAgain<T>(rotation: Promise<T>): Promise<T> {
  return withHint(rotation, ({ code }) => code === 'rotated_already', '--again ends it now.');
}
