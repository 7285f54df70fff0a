import { PAYMENT_STATUSES } from '../../filters.ts';
import { Landmark } from '../../icons/icons.tsx';
import { useFilters } from '../../page.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { MoneyFilters } from '../../parts/MoneyFilters.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { PAYMENT_COLUMNS } from './PaymentsTable.tsx';

/** `/dashboard/payments`: each transfer of money to the company, and what became of it. */
export function PaymentsPage() {
  const [{ year, currency, status }, set] = useFilters<'/payments'>();
  const filter = { year, currency, status };
  const list = useList('GET /payments', { query: filter });
  return (
    <>
      <PageHead intro="Each transfer to your account for your live sales, newest first. Days are in UTC." />
      <ListPage
        label="Payments"
        list={list}
        filters={
          <MoneyFilters
            label="Filter the payments"
            filter={filter}
            choices={list.first?.choices}
            statuses={PAYMENT_STATUSES}
            onChange={set}
          />
        }
        onClear={year || currency || status ? () => set({ year: '', currency: '', status: '' }) : undefined}
        none={
          <EmptyPanel
            icon={Landmark}
            title="No payments yet"
            text="When a statement is due, we pay it. The payment shows up here as soon as it is on its way."
          />
        }
        empty="No payments match these filters."
        keyOf={({ id }) => id}
        columns={PAYMENT_COLUMNS}
      />
    </>
  );
}
