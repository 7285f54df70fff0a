import { Text } from '@mantine/core';
import type { Payment } from '../../api/types.ts';
import { PAYMENT_STATUSES } from '../../filters.ts';
import { Landmark } from '../../icons/icons.tsx';
import { useFilters } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { MoneyFilters } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { moneyColumn } from '../../parts/Money.tsx';
import { money, unbroken } from '../../parts/money.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { utcDay, utcMonth } from '../../parts/times.ts';

/** `/dashboard/payments`: each transfer of money to the company, and what became of it. */
export function PaymentsPage() {
  const filters = useFilters('/payments');
  const [{ year, currency, status }, set] = filters;
  const filter = { year, currency, status };
  const list = useList('GET /payments', { query: filter });
  return (
    <>
      <PageHead intro="Each transfer to your account for your live sales, newest first. Days are in UTC." />
      <ListPage
        label="Payments"
        list={list}
        filters={<MoneyFilters label="Filter the payments" filters={filters} choices={list.first?.choices} />}
        onClear={year || currency || status ? () => set({ year: '', currency: '', status: '' }) : undefined}
        none={
          <EmptyPanel
            icon={Landmark}
            title="No payments yet"
            text="When a statement is due, we pay it. The payment shows up here as soon as it is on its way."
          />
        }
        sums={list.rows && !list.hasNextPage && <Received payments={list.rows} />}
        empty="No payments match these filters."
        keyOf={({ id }) => id}
        columns={PAYMENT_COLUMNS}
      />
    </>
  );
}

/** The sum of all payments that match, once all are read: `You received 4,933.90 EUR, 784.00 GBP.` */
function Received({ payments }: { payments: Payment[] }) {
  const sums = new Map<string, number>();
  for (const { currency, kept } of payments) if (kept > 0) sums.set(currency, (sums.get(currency) ?? 0) + kept);
  if (sums.size === 0) return null;
  const amounts = [...sums].map(([currency, sum]) => money(sum, currency)).join(', ');
  return (
    <Text size="sm" mb="sm">
      You received <strong>{amounts}</strong>.
    </Text>
  );
}

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
