import * as access from '../access/jobs.js';
import * as bulk from '../bulk/jobs.js';
import * as catalogue from '../catalogue/jobs.js';
import * as endpoints from '../deliveries/endpoints/jobs.js';
import * as deliveries from '../deliveries/jobs.js';
import * as earnings from '../earnings/jobs.js';
import * as members from '../members/jobs.js';
import * as orders from '../orders/jobs.js';
import type { AnyJob } from '../platform/jobs/job.js';
import * as mail from '../platform/mail/jobs.js';
import * as reconciliation from '../reconciliation/jobs.js';
import * as requests from '../requests/jobs.js';
import * as sandbox from '../sandbox/jobs.js';
import * as settlements from '../settlements/jobs.js';
import * as signals from '../signals/jobs.js';
import * as tickets from '../tickets/jobs.js';

const ROOMS = [
  ...[orders, tickets, mail, catalogue, deliveries, earnings, settlements, reconciliation, bulk],
  ...[endpoints, sandbox, signals, access, members, requests],
];

/** All background work: the workers run it, operators list it, and `docs/jobs.md` describes it. */
export const JOBS: readonly AnyJob[] = ROOMS.flatMap(jobsOf);

/** The jobs among the exports of a room, by name: it also exports functions, for tests. */
function jobsOf(room: object): AnyJob[] {
  const jobs = Object.values(room).filter((value): value is AnyJob => typeof value === 'object');
  return jobs.sort((job, other) => job.name.localeCompare(other.name));
}
