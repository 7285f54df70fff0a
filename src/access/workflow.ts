/** On a Schedule. */
export const FORGET_TOKENS_WORKFLOW = 'forgetTokens';

export interface AccessActivities {
  /** Deletes access tokens that expired more than a day ago. */
  forgetTokens(): Promise<{ forgotten: number }>;
}
