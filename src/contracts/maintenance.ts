/** What the Schedules run; each is one activity on the queue for maintenance. */
export const SWEEP_ORDERS_WORKFLOW = 'sweepOrders';
export const COMPLETE_EVENTS_WORKFLOW = 'completeEvents';
export const REFRESH_SAMPLES_WORKFLOW = 'refreshSamples';
export const FORGET_SIGNALS_WORKFLOW = 'forgetSignals';
export const FORGET_TOKENS_WORKFLOW = 'forgetTokens';
export const CLEAN_BULK_FILES_WORKFLOW = 'cleanBulkFiles';

export interface Swept {
  /** Orders whose hold was over although nothing had ended it. */
  expired: number;
  /** Holds that still run and had lost their workflow. */
  restarted: number;
  /** Refunds that the processor had not taken, handed to a workflow again. */
  refunds: number;
}

export interface MaintenanceActivities {
  sweepOrders(): Promise<Swept>;
  /** Marks events that are over as completed. */
  completeEvents(): Promise<{ completed: number }>;
  /** Moves the dates of the sample events into the future again. */
  refreshSamples(): Promise<void>;
  /** Forgets the page loads of browser signals that were counted days ago. */
  forgetSignals(): Promise<{ forgotten: number }>;
  /** Forgets access tokens that expired more than a day ago. */
  forgetTokens(): Promise<{ forgotten: number }>;
  /** Removes old bulk files, builds that were lost, and files that no row names. */
  cleanBulkFiles(): Promise<{ removed: number; lost: number; orphans: number }>;
}
