import { ScheduleNotFoundError } from '@temporalio/client';
import { type Clock, unmovedInstant } from '../../core/clock.js';
import { MINUTE } from '../../core/time.js';
import type { TemporalClient } from './client.js';

export interface ScheduleLag {
  /** Without the suffix of the deployment. */
  id: string;
  paused: boolean;
  /** How late its last run started, or how long the next one has been due, in seconds. */
  lagSeconds: number;
  /** How long the current run has taken, in seconds; 0: none runs. */
  runningSeconds: number;
}

/**
 * How far Schedules are behind. A missing Schedule is left out.
 *
 * @param ids without the suffix of the deployment.
 * @throws when Temporal does not respond.
 */
export async function readScheduleLags(
  temporal: TemporalClient,
  ids: readonly string[],
  clock: Clock,
): Promise<ScheduleLag[]> {
  const now = unmovedInstant(clock);
  const lags = await Promise.all(ids.map((id) => readLag(temporal, id, now)));
  return lags.filter((lag) => lag !== null);
}

/** A run that began late long ago says nothing about now. */
const RECENT_MS = 5 * MINUTE;

async function readLag(temporal: TemporalClient, id: string, now: Date): Promise<ScheduleLag | null> {
  try {
    const handle = temporal.client.schedule.getHandle(id + temporal.suffix);
    const { info, state } = await temporal.call(() => handle.describe());
    const last = info.recentActions.at(-1);
    const isRecent = last !== undefined && now.getTime() - last.takenAt.getTime() < RECENT_MS;
    const began = isRecent ? last.takenAt.getTime() - last.scheduledAt.getTime() : 0;
    const next = info.nextActionTimes[0];
    const due = next && !state.paused ? now.getTime() - next.getTime() : 0;
    const running = info.runningActions.length > 0 && last ? now.getTime() - last.takenAt.getTime() : 0;
    return {
      id,
      paused: state.paused,
      lagSeconds: Math.max(0, began, due) / 1_000,
      runningSeconds: Math.max(0, running) / 1_000,
    };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}
