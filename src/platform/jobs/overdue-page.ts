import type { Fragment, Queryable } from '../database/database.js';
import type { OverduePage } from './job.js';

/**
 * The end of a statement that selects overdue subjects: the rows of a page, in order.
 *
 * @param columns the expressions of `since` and `subject`.
 */
export function overdueRows(
  db: Queryable,
  { before, after, limit }: OverduePage,
  { since, subject }: { since: Fragment; subject: Fragment },
): Fragment {
  const rest = after ? db`AND (${since}, ${subject}) > (${after.since}, ${after.subject})` : db``;
  return db`${since} < ${before} ${rest} ORDER BY ${since}, ${subject} LIMIT ${limit}`;
}
