import { DASHBOARD_PROBLEMS, PROBLEMS, type ProblemCode } from '../../src/core/problems.js';
import { docComment, HEADER } from './types.js';

/** `EventNotFoundError` of `event_not_found`. */
const errorName = (code: string): string =>
  `${code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Error`;

/** A class for each problem code that a call with a key can get, drawn from the table of problems. */
export function problemsFile(): string {
  const ofDashboard: readonly ProblemCode[] = DASHBOARD_PROBLEMS;
  const codes = Object.entries(PROBLEMS).filter(([code]) => !ofDashboard.some((own) => own === code));
  const classes = codes.map(
    ([code, [status, , explanation]]) =>
      `${docComment(`${status} \`${code}\`. ${explanation}`)}export class ${errorName(code)} extends problemNamed('${errorName(code)}') {}\n`,
  );
  return `${HEADER}
import { problemNamed } from '../problem-named.js';

${classes.join('\n')}
export const PROBLEM_CLASSES = {
${codes.map(([code]) => `  ${code}: ${errorName(code)},\n`).join('')}} as const;

/** Every problem code that a call can get. New codes may be added. */
export type ProblemCode = keyof typeof PROBLEM_CLASSES;
`;
}
