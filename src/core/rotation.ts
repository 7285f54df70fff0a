import { ProblemError } from './problems.js';

/** No other rotation for this long after one that ended the old secret: of two concurrent ones only the last would work. */
export const ROTATION_PAUSE_MS = 10_000;

/** Whether a secret that replaced its predecessor at once was handed out a moment ago. */
export function isJustRotated(
  { rotatedAt, previousUntil }: { rotatedAt: Date | null; previousUntil: Date | null },
  now: Date,
): boolean {
  return previousUntil === null && rotatedAt !== null && now.getTime() - rotatedAt.getTime() < ROTATION_PAUSE_MS;
}

/** 409 for a rotation while the secret before the last one works: it must be ended first, or on purpose. */
export function oldOneWorks(what: 'key' | 'secret', until: Date): ProblemError {
  const verb = what === 'key' ? 'rolled' : 'rotated';
  const detail = `This ${what} was ${verb} already. The old one works until ${until.toISOString()}; end it first.`;
  return new ProblemError('rotated_already', { detail });
}

/** 409 for a rotation a moment after another. */
export function justRotated(what: 'key' | 'secret'): ProblemError {
  const verb = what === 'key' ? 'rolled' : 'rotated';
  const detail = `This ${what} was ${verb} seconds ago, and the new one handed out. Wait ten seconds to do it again.`;
  return new ProblemError('rotated_already', { detail });
}
