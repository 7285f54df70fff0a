import { activityInfo } from '@temporalio/activity';
import type { PaymentState } from '../../../src/settlements/rules/payment-details.js';
import {
  type ClosePageInput,
  MONTH_END_WORKFLOW,
  SETTLEMENT_CHANGED_SIGNAL,
  SETTLEMENT_CLOSE_WORKFLOW,
  SETTLEMENT_PAYMENT_WORKFLOW,
  SETTLEMENT_RERUN_WORKFLOW,
} from '../../../src/settlements/workflow.js';

const who = { requestedBy: 'recorder', reason: 'a recording' };
const DAY = 86_400_000;

/** The settlement workflows that are recorded; the statement's id says how its payment goes. */
export const SETTLEMENT_RECORDINGS = [
  { name: 'settlement-month-end', workflow: MONTH_END_WORKFLOW, args: () => [] },
  { name: 'settlement-month-end-beside', workflow: MONTH_END_WORKFLOW, args: () => [] },
  { name: 'settlement-close', workflow: SETTLEMENT_CLOSE_WORKFLOW, args: () => [{ month: '2026-10', ...who }] },
  {
    name: 'settlement-rerun',
    workflow: SETTLEMENT_RERUN_WORKFLOW,
    args: () => [{ month: '2026-10', company: 'cmp_recorded', currency: 'EUR', ...who }],
  },
  {
    name: 'settlement-payment-paid',
    workflow: SETTLEMENT_PAYMENT_WORKFLOW,
    args: () => [{ settlementId: 'stm_paid' }],
  },
  {
    name: 'settlement-payment-failed',
    workflow: SETTLEMENT_PAYMENT_WORKFLOW,
    args: () => [{ settlementId: 'stm_fail' }],
  },
  {
    name: 'settlement-payment-void',
    workflow: SETTLEMENT_PAYMENT_WORKFLOW,
    args: () => [{ settlementId: 'stm_void' }],
    signal: { name: SETTLEMENT_CHANGED_SIGNAL, args: [] },
  },
];

const STEPS: Record<string, PaymentState[]> = {
  stm_paid: [
    { status: 'issued', waitMs: 10 * DAY },
    { status: 'paid', waitMs: null },
  ],
  stm_fail: [
    ...[1, 3, 5].map((days) => ({ status: 'failed' as const, waitMs: days * DAY })),
    { status: 'failed', waitMs: null },
  ],
  stm_void: [
    { status: 'issued', waitMs: 10 * DAY },
    { status: 'void', waitMs: null },
  ],
};

let asked = 0;
let beside = 0;
let ripened = 0;

export const settlementActivities = {
  dueMonths: async () => {
    const own = activityInfo().workflowExecution?.workflowId ?? '';
    if (own.endsWith('-beside')) {
      beside += 1;
      // First a taken id: its own.
      return { waitMs: null, months: [{ month: '2026-10', workflowId: beside === 1 ? own : 'close beside' }] };
    }
    asked += 1;
    if (asked === 1) return { waitMs: 2_000, months: [] };
    return { waitMs: null, months: ['2026-09', '2026-10'].map((month) => ({ month, workflowId: `close ${month}` })) };
  },
  beginClose: async () => ({ runId: 1, companies: 2 }),
  ripenForClose: async () => {
    ripened += 1;
    return { more: ripened === 1 };
  },
  closePage: async ({ after }: ClosePageInput) => ({
    ...{ done: 1, carried: 0, issued: 1, refused: 0, kept: 0 },
    next: after === '' ? 'cmp_first' : null,
  }),
  endClose: async () => {},
  rerunStatement: async () => ({ outcome: 'unchanged', message: 'Nothing changed.', settlementId: 'stm_recorded' }),
  advancePayment: async (id: string) => STEPS[id]?.shift() ?? { status: 'paid', waitMs: null },
  payLines: async (_id: string, after: string) => (after === '' ? 'ern_first' : null),
};
