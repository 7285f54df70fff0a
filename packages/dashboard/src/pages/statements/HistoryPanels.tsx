import type { StatementDetail } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { Money } from '../../parts/Money.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { utcDay } from '../../parts/times.ts';
import { PAYMENT_COLUMNS } from '../payments/PaymentsTable.tsx';
import { STATEMENT_COLUMNS } from './StatementsPage.tsx';

const KINDS: Record<StatementDetail['changes'][number]['kind'], string> = {
  rerun: 'Reissued',
  void: 'Voided',
  adjust: 'Adjustment',
};

const OWN_PAYMENT_COLUMNS = PAYMENT_COLUMNS.filter(({ title }) => title !== 'Statement');

/** What became of a statement: its payments, its versions and our corrections. Nothing where nothing did. */
export function HistoryPanels({ statement }: { statement: StatementDetail }) {
  const { payments, versions, changes, currency } = statement;
  return (
    <>
      {payments.length > 0 && (
        <Panel title="Payments" flush>
          <DataTable label="Payments" rows={payments} keyOf={({ id }) => id} columns={OWN_PAYMENT_COLUMNS} whole />
        </Panel>
      )}
      {versions.length > 1 && (
        <Panel
          title="Versions"
          intro="We issued this month’s statement more than once. Earlier versions are void."
          flush
        >
          <DataTable label="Versions" rows={versions} keyOf={({ id }) => id} columns={STATEMENT_COLUMNS} whole />
        </Panel>
      )}
      {changes.length > 0 && (
        <Panel title="Corrections" intro="What we changed about this month, and why." flush>
          <DataTable
            label="Corrections"
            rows={changes}
            keyOf={({ at, kind }) => `${at} ${kind}`}
            columns={[
              { title: 'Day', cell: ({ at }) => utcDay(at) },
              { title: 'What', cell: ({ kind }) => KINDS[kind] },
              { title: 'Why', kind: 'prose', cell: ({ reason }) => reason },
              {
                title: 'Amount',
                kind: 'number',
                cell: ({ amount }) => (amount === null ? '–' : <Money amount={amount} currency={currency} />),
              },
              {
                title: 'On statement',
                cell: ({ kind, settlement_id: id }) => {
                  if (kind !== 'adjust') return '–';
                  if (id === null) return 'the next one';
                  if (id === statement.id) return 'this one';
                  return (
                    <AnchorLink to="/statements/$id" params={{ id }} size="sm">
                      {id}
                    </AnchorLink>
                  );
                },
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
