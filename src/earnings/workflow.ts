/** The maturation run, on a Schedule: moves earnings whose time has come, batch after batch. */
export const MATURE_EARNINGS_WORKFLOW = 'matureEarnings';

/** Query during and after a run: how many it has moved so far. */
export const MATURING_PROGRESS_QUERY = 'progress';

export interface MaturedBatch {
  /** Events whose earnings were updated first. */
  events: number;
  /** Pending ones whose event has ended: approval follows. */
  reviewed: number;
  approved: number;
  ready: number;
  /** Whether there may be more to do now. */
  more: boolean;
}

export interface MaturingProgress extends Omit<MaturedBatch, 'more'> {
  batches: number;
}

export interface MatureEarningsActivities {
  /** One transaction of at most a few hundred of records; may be repeated. */
  matureBatch(): Promise<MaturedBatch>;
}
