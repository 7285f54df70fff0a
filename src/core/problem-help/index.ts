import type { ProblemCode } from '../problems.js';
import { ACCESS_HELP } from './access.js';
import { ANSWER_HELP } from './answers.js';
import { DASHBOARD_HELP } from './dashboard.js';
import { ORDER_HELP } from './orders.js';
import type { ProblemHelp } from './problem-help.js';
import { REQUEST_HELP } from './requests.js';

/** Why each problem of {@link PROBLEMS} happens, how to fix it, and a call that gets it. */
export const PROBLEM_HELP: Record<ProblemCode, ProblemHelp> = {
  ...REQUEST_HELP,
  ...ACCESS_HELP,
  ...ORDER_HELP,
  ...ANSWER_HELP,
  ...DASHBOARD_HELP,
};
