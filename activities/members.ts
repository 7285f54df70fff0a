import { heartbeat } from '@temporalio/activity';
import { forgetSignIns } from '../src/members/sessions.js';
import { warnOfEndpoints } from '../src/members/warn-of-endpoints.js';
import type { MemberActivities } from '../src/members/workflow.js';
import type { Context } from '../src/platform/context/context.js';

export function createMemberActivities(ctx: Context): MemberActivities {
  return {
    forgetSignIns: () => forgetSignIns(ctx, heartbeat),
    warnOfEndpoints: () => warnOfEndpoints(ctx, heartbeat),
  };
}
