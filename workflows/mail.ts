import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { MailActivities, MemberMailInput, MemberMailResult } from '../src/platform/mail/workflow.js';

/** A talk with the mail server: two minutes cover its slowest, and it is retried until the server took the mail or it is too late. */
const { sendMail } = proxyActivities<MailActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Hands one mail to the mail server. Whether it was sent already is read from Postgres. */
export async function memberMail({ mailId }: MemberMailInput): Promise<MemberMailResult> {
  const result = await sendMail(mailId);
  setCurrentDetails(`Ended: the mail ${mailId} is ${result.state}.`);
  return result;
}
