import { heartbeat } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import { forgetSeenSignals } from '../src/signals/forget-seen-signals.js';
import type { SignalActivities } from '../src/signals/workflow.js';

export function createSignalActivities(ctx: Context): SignalActivities {
  return { forgetSignals: () => forgetSeenSignals(ctx, heartbeat) };
}
