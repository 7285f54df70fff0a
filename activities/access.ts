import { heartbeat } from '@temporalio/activity';
import type { AccessActivities } from '../src/contracts/access.js';
import type { Context } from '../src/services/context.js';
import { forgetTokens } from '../src/services/oauth/forget-tokens.js';

export function createAccessActivities(ctx: Context): AccessActivities {
  return { forgetTokens: () => forgetTokens(ctx, heartbeat) };
}
