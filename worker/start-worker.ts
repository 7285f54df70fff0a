import { JOBS } from '../src/context/jobs.js';
import { Sender } from '../src/deliveries/sender/sender.js';
import type { Context } from '../src/platform/context/context.js';
import { runClocks } from '../src/platform/jobs/run-clocks.js';
import { createJobSite } from '../src/platform/jobs/site.js';
import { createJobParts } from '../src/platform/jobs/start-jobs.js';
import { waitingTopics } from '../src/platform/outbox/messages.js';
import { readNotification } from '../src/platform/outbox/notify-senders.js';
import { startRelay } from '../src/platform/outbox/relay.js';
import { listenForMessages } from '../src/platform/outbox/watch-outbox.js';
import { createTemporalClient } from '../src/platform/temporal/client.js';
import type { WorkflowCode } from './create-workers.js';
import { joinTemporal } from './join-temporal.js';

export interface RunningWorker {
  /** Whether it serves Temporal's task queues: not while it waits for the server. */
  readonly joined: boolean;
  /** Settles when the worker has ended; rejects when it broke. */
  finished: Promise<void>;
  /** Finishes work in progress, then closes all that was opened; the context stays open. */
  stop(): Promise<void>;
}

/**
 * Everything one worker process does: sends deliveries, passes the outbox on, runs the jobs, and does Temporal's
 * work. Without the Temporal server it begins with the rest.
 *
 * @param sender of deliveries, for callers that show its work.
 * @throws {ConfigError} when the address of the Temporal server cannot work.
 */
export async function startWorker(ctx: Context, code: WorkflowCode, sender = new Sender(ctx)): Promise<RunningWorker> {
  await ctx.clock.refresh?.();
  const temporal = createTemporalClient(ctx.config, undefined, ctx.tracer);
  const side = joinTemporal(ctx, code, temporal);
  await side.begun.catch(async (error: unknown) => {
    await temporal.close();
    throw error;
  });
  sender.look();
  const jobs = createJobParts(createJobSite(ctx, temporal), JOBS);
  const relay = startRelay(ctx.log, {
    drains: jobs.drains,
    counts: ctx.counts,
    look: () => waitingTopics(ctx.sql, ctx.clock.now()),
    listen: (notified) =>
      listenForMessages(ctx, {
        queued(name) {
          const notification = readNotification(name);
          if (notification) sender.look(notification.due);
          else notified.queued(name);
        },
        connected: notified.connected,
      }),
  });
  const clocks = runClocks(ctx, jobs.clocks);
  let stopping: Promise<void> | undefined;
  // The shards go to other workers at once. Attempts under way are written before this worker ends. The relay stops
  // at the same time, because it has work of its own to end: after the workers it would be too late.
  const stop = () => {
    stopping ??= Promise.all([side.stop(), sender.stop(), relay.stop(), clocks.stop()])
      .then(() => jobs.close())
      .then(() => temporal.close());
    return stopping;
  };
  return {
    get joined() {
      return side.joined;
    },
    finished: side.finished.finally(stop),
    stop,
  };
}
