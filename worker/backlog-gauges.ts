import { JOBS } from '../src/context/jobs.js';
import { OUTBOX_TOPICS } from '../src/platform/outbox/messages.js';
import { WAIT_CAUSES } from '../src/settlements/rules/settlement.js';

const JOB_NAMES = JOBS.flatMap((job) => (job.kind !== 'periodic' && job.topic ? [job.name] : []));

export interface BacklogGauge {
  /** Name in `worker/backlog.ts`; metrics have the prefix `partner_events_`. */
  name: string;
  help: string;
  label?: string;
  /** Shown as 0 where nothing waits. */
  values?: readonly string[];
}

/** The backlog, as the metrics show it. */
export const BACKLOG_GAUGES: readonly BacklogGauge[] = [
  { name: 'outbox_messages', help: 'New messages waiting in the outbox.', label: 'topic', values: OUTBOX_TOPICS },
  {
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest new message in the outbox.',
    label: 'topic',
    values: OUTBOX_TOPICS,
  },
  { name: 'deliveries_waiting', help: 'Deliveries waiting for an attempt, including retries.' },
  {
    name: 'deliveries_overdue_seconds',
    help: 'How long the most overdue attempt has been due, without first attempts at slow and failing endpoints.',
  },
  { name: 'deliveries_oldest_seconds', help: 'Age of the oldest delivery waiting for an attempt.' },
  {
    name: 'first_attempts_waiting',
    help: 'Deliveries whose first attempt has not ended, by lane; failing: only failures come from the endpoint.',
    label: 'lane',
    values: ['fast', 'slow', 'failing'],
  },
  {
    name: 'first_attempts_oldest_seconds',
    help: 'How long the oldest first attempt that has not ended has been due, by lane.',
    label: 'lane',
    values: ['fast', 'slow', 'failing'],
  },
  {
    name: 'endpoints',
    help: 'Webhooks and postbacks, by state: ok, failing (only failures since the last success), disabled.',
    label: 'state',
    values: ['ok', 'failing', 'disabled'],
  },
  { name: 'holds_open', help: 'Unpaid orders with held tickets.' },
  { name: 'holds_overdue_seconds', help: 'How long ago the most overdue hold should have ended.' },
  { name: 'refunds_unsent', help: 'Refunds that the card processor has not accepted.' },
  { name: 'refunds_oldest_seconds', help: 'Age of the oldest refund that the card processor has not accepted.' },
  { name: 'refunds_failed', help: 'Refunds that failed and wait for an operator.' },
  {
    name: 'event_refunds',
    help: 'Cancelled events whose buyers are not all refunded. waiting: the refunds start later; due: they have started or should have.',
    label: 'state',
    values: ['waiting', 'due', 'paused'],
  },
  { name: 'event_refunds_overdue_seconds', help: 'How long ago the oldest refunds of a cancelled event were due.' },
  { name: 'event_refunds_paused_seconds', help: 'How long the refunds of a cancelled event have been paused.' },
  { name: 'ticket_mails_waiting', help: 'Mails to buyers that the mail server has not taken.' },
  {
    name: 'ticket_mails_late_orders',
    help: 'Orders with a mail that the mail server has not taken within fifteen minutes.',
  },
  { name: 'mails_waiting', help: 'Mails to members that the mail server has not taken.' },
  { name: 'mails_oldest_seconds', help: 'Age of the oldest mail to a member that the mail server has not taken.' },
  {
    name: 'mails_refused',
    help: 'Mails that were given up in the last 24 hours because the mail server refused them, by whom they were for.',
    label: 'to',
    values: ['buyers', 'members'],
  },
  {
    name: 'settlements',
    help: 'Unpaid statements. retrying: the transfer failed and will be retried; failed: it will not.',
    label: 'status',
    values: ['issued', 'paying', 'retrying', 'failed'],
  },
  {
    name: 'settlement_payments_waiting',
    help: "Payments that wait, by cause: account, the company's at the processor; new_account, the company's is too new to be paid; balance, ours is too low; processor, it failed.",
    label: 'cause',
    values: Object.keys(WAIT_CAUSES),
  },
  {
    name: 'settlement_payment_overdue_seconds',
    help: 'How long ago the most overdue payment should have been made or retried.',
  },
  { name: 'settlement_closes_running', help: 'Closes in progress.' },
  { name: 'settlement_close_oldest_seconds', help: 'How long the oldest close in progress has run.' },
  {
    name: 'settlement_close_overdue_seconds',
    help: 'How long the month that ended last has waited for its close; 0 once it was closed for all companies.',
  },
  { name: 'settlement_statements_refused', help: 'Statements that the last close of all companies refused to write.' },
  { name: 'settlement_last_close_timestamp_seconds', help: 'When the last close finished; absent if none did.' },
  {
    name: 'processor_events_set_aside',
    help: 'Messages of the payment processor that could not be read and wait for an operator.',
  },
  {
    name: 'reconciliation_differences',
    help: 'Open differences to the payment processor and the bank: those of the last reconciliation of each month that nobody has settled; absent if none finished.',
  },
  {
    name: 'settlement_payments_excess',
    help: 'Statements with an open payment whose lines the bank has paid already: they may be paid twice.',
  },
  {
    name: 'settlement_differences',
    help: 'Statements for which the bank paid more than they pay, and nobody has settled it.',
  },
  {
    name: 'bulk_files',
    help: 'Bulk files of the last two hours.',
    label: 'state',
    values: ['building', 'ready', 'failed'],
  },
  { name: 'job_waiting', help: 'Subjects that wait for a job.', label: 'job', values: JOB_NAMES },
  {
    name: 'job_oldest_seconds',
    help: 'How long the oldest subject has waited for a job, failures included.',
    label: 'job',
    values: JOB_NAMES,
  },
  {
    name: 'job_set_aside',
    help: 'Subjects that a job has set aside after too many failures.',
    label: 'job',
    values: JOB_NAMES,
  },
  {
    name: 'job_overdue_seconds',
    help: 'How long a periodic job, or the check of a job for overdue subjects, has been due; its current run included.',
    label: 'job',
  },
  {
    name: 'bulk_oldest_building_seconds',
    help: 'Age of the oldest request for a bulk file that is still being built.',
  },
];
