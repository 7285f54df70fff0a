import type { MailActivities, SweptMails } from '../../src/platform/mail/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<Pick<MailActivities, 'sweepMails'>>();

/** Each minute: restarts lost deliveries of mails. */
export async function sweepMails(): Promise<SweptMails> {
  return activities.sweepMails();
}
