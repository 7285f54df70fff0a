/** On a Schedule. */
export const FORGET_SIGN_INS_WORKFLOW = 'forgetSignIns';

export interface MemberActivities {
  /** Deletes sign-in links, sessions and counts of attempts that are over. */
  forgetSignIns(): Promise<{ forgotten: number }>;
}
