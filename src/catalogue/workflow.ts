/** On Schedules. */
export const COMPLETE_EVENTS_WORKFLOW = 'completeEvents';
export const REFRESH_SAMPLES_WORKFLOW = 'refreshSamples';

export interface CatalogueActivities {
  /** Marks events that are over as completed. */
  completeEvents(): Promise<{ completed: number }>;
  /** Moves the dates of the sample events into the future again. */
  refreshSamples(): Promise<void>;
}
