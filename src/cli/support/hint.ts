import { ProblemError } from '../../core/problems.js';

/**
 * Adds to a refusal what an operator can do about it with a command or a setting. Partners read the same refusal without it.
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
