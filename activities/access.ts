import { heartbeat } from '@temporalio/activity';
import { forgetTokens } from '../src/access/forget-tokens.js';
import type { AccessActivities } from '../src/access/workflow.js';
import type { Context } from '../src/platform/context/context.js';

export function createAccessActivities(ctx: Context): AccessActivities {
  return { forgetTokens: () => forgetTokens(ctx, heartbeat) };
}
