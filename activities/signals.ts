import { heartbeat } from '@temporalio/activity';
import type { SignalActivities } from '../src/contracts/signal.js';
import type { Context } from '../src/services/context.js';
import { forgetSeenSignals } from '../src/services/signals/forget-seen-signals.js';

export function createSignalActivities(ctx: Context): SignalActivities {
  return { forgetSignals: () => forgetSeenSignals(ctx, heartbeat) };
}
