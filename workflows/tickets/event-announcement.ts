import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  ANNOUNCEMENT_PAGES_A_RUN,
  ANNOUNCEMENT_PAUSE_MS,
  type AnnouncementState,
  type EventAnnouncementActivities,
  type EventAnnouncementInput,
  type EventAnnouncementResult,
  PAUSE_SIGNAL,
  RESUME_SIGNAL,
  STOP_SIGNAL,
} from '../../src/tickets/announcement-workflow.js';

const pause = defineSignal(PAUSE_SIGNAL);
const resume = defineSignal(RESUME_SIGNAL);
const stop = defineSignal(STOP_SIGNAL);

/** A page of orders in one short transaction each; retried until the database responds. */
const { queueAnnouncementPage, endAnnouncement } = proxyActivities<EventAnnouncementActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Sends an announcement of a change to an event's buyers, at a pace, until an operator pauses or stops it. */
export async function eventAnnouncement(input: EventAnnouncementInput): Promise<EventAnnouncementResult> {
  const { announcementId } = input;
  let { after = '', queued = 0, paused = false } = input;
  let stopped = false;
  setHandler(pause, () => {
    paused = true;
  });
  setHandler(resume, () => {
    paused = false;
  });
  setHandler(stop, () => {
    stopped = true;
  });
  const mark = (state: AnnouncementState | 'paused' | 'settling') =>
    upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: state }]);

  const end = async (state: 'sent' | 'stopped' | 'superseded'): Promise<EventAnnouncementResult> => {
    await endAnnouncement({ announcementId, state });
    mark(state);
    setCurrentDetails(`Ended: ${state}. Mails queued for ${queued} orders.`);
    return { state, queued };
  };

  for (let page = 0; page < ANNOUNCEMENT_PAGES_A_RUN; page += 1) {
    if (paused && !stopped) {
      mark('paused');
      setCurrentDetails(`Paused. Mails queued for ${queued} orders. Signal \`resume\` or \`stop\`.`);
      await condition(() => !paused || stopped);
      mark('sending');
    }
    if (stopped) return end('stopped');
    setCurrentDetails(`Sending. Mails queued for ${queued} orders. Signals: \`pause\`, \`stop\`.`);
    const done = await queueAnnouncementPage({ announcementId, after });
    if (done.waitMs !== undefined) {
      mark('settling');
      const until = new Date(Date.now() + done.waitMs).toISOString();
      setCurrentDetails(`Buyers get a mail at ${until} unless the event changes again. Signals: \`pause\`, \`stop\`.`);
      await condition(() => stopped || paused, done.waitMs, { summary: 'the change settles' });
      mark('sending');
      continue;
    }
    queued += done.queued;
    if (done.superseded) return end('superseded');
    if (done.after === null) return end('sent');
    after = done.after;
    await condition(() => stopped, ANNOUNCEMENT_PAUSE_MS, { summary: 'pace' });
  }
  return continueAsNew<typeof eventAnnouncement>({ announcementId, after, queued, paused });
}
