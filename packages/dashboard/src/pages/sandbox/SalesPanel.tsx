import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Item } from '../../api/operations.ts';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

type Sale = Item<'GET /sandbox'>;

const TONES: Record<string, Tone> = { pending: 'act', approved: 'good', ready: 'good', reversed: 'quiet' };

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);

/** Test sales and what they earned. */
export function SalesPanel({ sales, actions }: { sales: Sale[] | undefined; actions: ReactNode }) {
  const refunding = useChange((id: string) => call('POST /sandbox/sales/:id/refund', { id }), {
    done: 'Refunded.',
    toastError: true,
  });
  return (
    <Panel title="Test sales" flush intro="The newest 50, and what they earned." actions={actions}>
      <DataTable
        label="Test sales"
        rows={sales}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Event', cell: ({ event }) => event },
          { title: 'Paid', numeric: true, cell: ({ paid, currency }) => money(paid, currency) },
          {
            title: 'Earned',
            numeric: true,
            cell: ({ records: [record] }) => (record ? money(record.commission, record.currency) : '–'),
          },
          {
            title: 'Earning',
            cell: ({ records: [record] }) =>
              record ? <Badge tone={TONES[record.status] ?? 'quiet'}>{record.status}</Badge> : 'no reward',
          },
          { title: 'Sold', cell: ({ created_at: at }) => <RelativeTime at={at} /> },
          {
            title: 'Actions',
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
