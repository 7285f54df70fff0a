import { PROBLEMS, type ProblemError } from '../problems.js';
import { isMessageKey, type Translator } from './translator.js';

/**
 * Title and detail of a problem in the reader's language. A detail that names the faults of one call is for developers and stays English,
 * as do the problems of the dashboard.
 */
export function problemText({ code, title, message }: ProblemError, t: Translator): { title: string; detail: string } {
  const [key, detailKey] = [`problem.${code}`, `problem.${code}.detail`];
  if (!isMessageKey(key) || !isMessageKey(detailKey)) return { title, detail: message };
  return { title: t(key), detail: message === PROBLEMS[code][2] ? t(detailKey) : message };
}
