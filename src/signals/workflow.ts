/** On a Schedule. */
export const FORGET_SIGNALS_WORKFLOW = 'forgetSignals';

export interface SignalActivities {
  /** Deletes the page loads of browser signals that were counted days ago. */
  forgetSignals(): Promise<{ forgotten: number }>;
}
