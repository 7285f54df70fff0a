import { Text } from '@mantine/core';
import type { Payment } from '../../api/types.ts';
import { Landmark } from '../../icons/icons.tsx';
import { useFilters } from '../../page.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { MoneyFilters } from '../../parts/MoneyFilters.tsx';
import { money } from '../../parts/money.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { PAYMENT_COLUMNS } from './PaymentsTable.tsx';

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
