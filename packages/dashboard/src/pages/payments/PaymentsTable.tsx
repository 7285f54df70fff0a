import type { Payment } from '../../api/types.ts';
import { PAYMENT_STATUSES } from '../../filters.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { moneyColumn } from '../../parts/Money.tsx';
import { unbroken } from '../../parts/money.ts';
import { utcDay, utcMonth } from '../../parts/times.ts';

const TONES: Record<Payment['status'], Tone> = {
  on_its_way: 'act',
  paid: 'good',
  returned: 'bad',
  failed: 'bad',
  cancelled: 'quiet',
};

export const PAYMENT_COLUMNS: Column<Payment>[] = [
  { title: 'Day', phone: 1, cell: ({ on }) => utcDay(on) },
  moneyColumn('Amount', ({ amount }) => amount, { phone: 2 }),
  {
    title: 'Status',
    phone: 3,
    cell: ({ status, returned }) =>
      status === 'paid' && returned > 0 ? (
        <Badge tone="warn">partly returned</Badge>
      ) : (
        <Badge tone={TONES[status]}>{PAYMENT_STATUSES[status].toLowerCase()}</Badge>
      ),
  },
  { title: 'What happened', kind: 'text', wide: 2, cell: ({ explanation }) => unbroken(explanation) },
  {
    title: 'Statement',
    phone: 4,
    cell: ({ statement: { id, month, version } }) => (
      <AnchorLink to="/statements/$id" params={{ id }} size="sm">
        {utcMonth(month)}
        {version > 1 && ` (version ${version})`}
      </AnchorLink>
    ),
  },
  { title: 'Account', cell: ({ account }) => (account === null ? '–' : `…${account}`) },
  { title: 'Reference', kind: 'text', wide: 3, cell: ({ reference }) => reference ?? '–' },
];
