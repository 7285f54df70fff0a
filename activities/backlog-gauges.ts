import { OUTBOX_TOPICS } from '../src/platform/outbox/messages.js';

export interface BacklogGauge {
  /** Of the reading in `activities/backlog.ts`; `partner_events_` stands before it in the metrics. */
  name: string;
  help: string;
  label?: string;
  /** Shown with 0 where nothing waits. */
  values?: readonly string[];
}

/** What waits, as the metrics show it. */
export const BACKLOG_GAUGES: readonly BacklogGauge[] = [
  { name: 'outbox_messages', help: 'Messages that wait in the outbox.', label: 'topic', values: OUTBOX_TOPICS },
  {
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest message that waits in the outbox.',
    label: 'topic',
    values: OUTBOX_TOPICS,
  },
  { name: 'deliveries_waiting', help: 'Webhooks and postbacks that wait for an attempt, the next retry included.' },
  { name: 'deliveries_overdue_seconds', help: 'How long the attempt that is most overdue has been due.' },
  { name: 'deliveries_oldest_seconds', help: 'Age of the oldest delivery that waits for an attempt.' },
  {
    name: 'endpoints',
    help: 'Webhooks and postbacks that are set up: ok, failing (only failures since the last success), disabled.',
    label: 'state',
    values: ['ok', 'failing', 'disabled'],
  },
  { name: 'holds_open', help: 'Orders whose tickets are held and not paid.' },
  { name: 'holds_overdue_seconds', help: 'How long ago the hold that is most overdue should have ended.' },
  { name: 'refunds_unsent', help: 'Refunds that the card processor has not taken.' },
  { name: 'refunds_oldest_seconds', help: 'Age of the oldest refund that the card processor has not taken.' },
  {
    name: 'settlements',
    help: 'Statements that are not paid; retrying: the transfer failed and is tried again, failed: it is not.',
    label: 'status',
    values: ['issued', 'paying', 'retrying', 'failed'],
  },
  {
    name: 'settlement_payment_overdue_seconds',
    help: 'How long ago the payment that is most overdue should have been made or tried again.',
  },
  { name: 'settlement_closes_running', help: 'Month ends at work.' },
  { name: 'settlement_close_oldest_seconds', help: 'How long the oldest month end at work has been at work.' },
  { name: 'settlement_last_close_timestamp_seconds', help: 'When the last month end was finished; absent: none was.' },
  {
    name: 'bulk_files',
    help: 'Bulk files of the last two hours.',
    label: 'state',
    values: ['building', 'ready', 'failed'],
  },
  { name: 'bulk_oldest_building_seconds', help: 'How long ago the oldest bulk file in the making was asked for.' },
];
