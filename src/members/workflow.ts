/** On a Schedule. */
export const FORGET_SIGN_INS_WORKFLOW = 'forgetSignIns';

export const WARN_OF_ENDPOINTS_WORKFLOW = 'warnOfEndpoints';

export interface MemberActivities {
  /** Mails members about endpoints that are on their way to being disabled. */
  warnOfEndpoints(): Promise<{ mailed: number }>;
  /** Deletes sign-in links, sessions and counts of attempts that are over. */
  forgetSignIns(): Promise<{ forgotten: number }>;
}
