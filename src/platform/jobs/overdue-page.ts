import type { Fragment, Queryable } from '../database/database.js';
import type { OverduePage } from './job.js';

/** Ends a statement of overdue subjects with a page's rows, in order. @param columns expressions of `since` and `subject`. */
export function overdueRows(
  db: Queryable,
  { before, after, limit }: OverduePage,
  { since, subject }: { since: Fragment; subject: Fragment },
): Fragment {
  const rest = after ? db`AND (${since}, ${subject}) > (${after.since}, ${after.subject})` : db``;
  return db`${since} < ${before} ${rest} ORDER BY ${since}, ${subject} LIMIT ${limit}`;
}
