import { ProblemError } from '../../core/problems.js';

/** Adds an operator's way out to a refusal that partners read without it. @param fits whether the hint is for it. */
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
