import type { Context } from '../../services/context.js';
import { runCommand } from '../run-command.js';

/** See {@link runCommand}. */
export function run(work: (ctx: Context) => Promise<void>): Promise<void> {
  return runCommand('partner', work);
}
