import {
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  MAIL_QUEUED_SIGNAL,
  type TicketMailsActivities,
  type TicketMailsInput,
  type TicketMailsResult,
} from '../../src/tickets/workflow.js';

const mailQueued = defineSignal(MAIL_QUEUED_SIGNAL);

/**
 * Tickets drawn and a talk with the mail server: five minutes cover the slowest, and it is retried until the server took the
 * mail. A worker that died is noticed by its heartbeats much sooner.
 */
const { sendTicketMail } = proxyActivities<TicketMailsActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Sends an order's mails, one after the other. Which there are, and whether one was sent, is read from Postgres. */
export async function ticketMails({ orderId }: TicketMailsInput): Promise<TicketMailsResult> {
  let queued = true;
  setHandler(mailQueued, () => {
    queued = true;
  });
  let state: TicketMailsResult['state'] = 'none';
  setCurrentDetails(`Hands the mails of ${orderId} to the mail server, and repeats until it has taken them.`);
  while (queued) {
    queued = false;
    const sent = await sendTicketMail(orderId);
    if (sent.state !== 'none') state = sent.state;
    queued ||= sent.more;
  }
  upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: state }]);
  setCurrentDetails(
    `Ended: the last mail of ${orderId} is ${state}. partner-events order show ${orderId} lists all of them.`,
  );
  return { state };
}
