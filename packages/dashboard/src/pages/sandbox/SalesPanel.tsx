import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Item } from '../../api/operations.ts';
import { useRight } from '../../api/session.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { money } from '../../parts/money.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { EarningBadge } from '../earnings/EarningsTable.tsx';

type Sale = Item<'GET /sandbox'>;

interface Props {
  sales: Sale[] | undefined;
  nameOfKey: (id: string) => string;
  actions: ReactNode;
}

/** Test sales and their rewards. */
export function SalesPanel({ sales, nameOfKey, actions }: Props) {
  const refunding = useChange((id: string) => call('POST /sandbox/sales/:id/refund', { id }), {
    done: 'Refunded.',
    toastError: true,
  });
  const { may: seesEarnings } = useRight('earnings.read');
  return (
    <Panel title="Test sales" flush intro="The newest 50, and what they earned." actions={actions}>
      <DataTable
        label="Test sales"
        rows={sales}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Event',
            kind: 'text',
            phone: 1,
            cell: ({ id, event, records }) =>
              seesEarnings && records.length > 0 ? (
                <AnchorLink to="/earnings/$id" params={{ id }} inherit>
                  {event}
                </AnchorLink>
              ) : (
                event
              ),
          },
          { title: 'Key', kind: 'text', cell: ({ key_id: id }) => nameOfKey(id) },
          { title: 'Paid', kind: 'number', cell: ({ paid, currency }) => money(paid, currency) },
          {
            title: 'Earned',
            kind: 'number',
            phone: 2,
            cell: ({ records: [record] }) => (record ? money(record.commission, record.currency) : '–'),
          },
          {
            title: 'Earning',
            phone: 3,
            cell: ({ records: [record] }) =>
              record ? <EarningBadge status={record.status} kind="sale" /> : 'no reward',
          },
          { title: 'Sold', cell: ({ created_at: at }) => <DateText at={at} show="time" /> },
          {
            title: 'Actions',
            phone: 4,
            hideTitle: true,
            cell: ({ id, event, refundable }) =>
              refundable > 0 && (
                <RightButton
                  action="sandbox.use"
                  size="compact-xs"
                  variant="default"
                  aria-label={`Refund ${event}`}
                  loading={refunding.isPending && refunding.variables === id}
                  onClick={() => refunding.mutate(id)}
                >
                  Refund
                </RightButton>
              ),
          },
        ]}
      />
    </Panel>
  );
}
