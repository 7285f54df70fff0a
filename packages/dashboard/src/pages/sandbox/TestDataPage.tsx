import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Item } from '../../api/operations.ts';
import { keysQuery, query } from '../../api/queries.ts';
import { useRight } from '../../api/session.ts';
import { FlaskConical } from '../../icons/icons.tsx';
import { useMode, useSwitchMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { money } from '../../parts/money.ts';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { EarningBadge } from '../earnings/EarningsTable.tsx';
import { nameOf } from '../keys/keys.tsx';

/** `/dashboard/test-data`: test sales by button, and away with them. */
export function TestDataPage() {
  const mode = useMode();
  const setMode = useSwitchMode();
  if (mode === 'live') {
    return (
      <>
        <PageHead intro="Create test sales, refund them, and move their earnings on." />
        <Alert color="yellow" title="Test sales are made in test mode">
          <Button size="xs" variant="default" onClick={() => setMode('test')}>
            Switch to test mode
          </Button>
        </Alert>
      </>
    );
  }
  return <TestData />;
}

function TestData() {
  const keys = useQuery(keysQuery('test')).data?.data ?? [];
  const nameOfKey = (id: string) => {
    const key = keys.find((key) => key.id === id);
    return key ? nameOf(key) : id;
  };
  const { data, error, refetch } = useQuery(query('GET /sandbox'));
  const [resetting, setResetting] = useState(false);
  const selling = useChange(() => call('POST /sandbox/sales'), {
    done: ({ key_id: id, webhooks }) => `Test sale created with the key “${nameOfKey(id)}”.${notified(webhooks)}`,
    toastError: true,
  });
  const stepping = useChange(() => call('POST /sandbox/step'), {
    done: ({ moved }) =>
      moved === 0
        ? 'No earnings are pending or approved.'
        : `${counted(moved, 'earning')} moved on: from pending to approved, or from approved to ready.`,
    toastError: true,
  });
  const reset = useChange(() => call('POST /sandbox/reset'), {
    done: ({ cancelled, refunded, deliveries }) =>
      `${counted(cancelled, 'order')} cancelled, ${counted(refunded, 'sale')} refunded, ${counted(deliveries, 'delivery', 'deliveries')} deleted.`,
    onDone: () => setResetting(false),
  });
  const sell = (
    <RightButton action="sandbox.use" change={selling}>
      Create a test sale
    </RightButton>
  );
  return (
    <>
      <PageHead
        intro="Create test sales, refund them, and move their earnings on. No money moves."
        actions={
          <>
            <RightButton action="sandbox.use" variant="default" onClick={() => setResetting(true)}>
              Reset test data
            </RightButton>
            {sell}
          </>
        }
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {data?.data.length === 0 ? (
        <EmptyPanel
          icon={FlaskConical}
          title="No test sales yet"
          text="Create one: we buy a ticket for a sample event with your newest test key. The webhooks of that key receive earnings.changed."
        />
      ) : (
        <SalesPanel
          sales={data?.data}
          nameOfKey={nameOfKey}
          actions={
            <RightButton action="sandbox.use" variant="default" size="xs" change={stepping}>
              Move earnings on
            </RightButton>
          }
        />
      )}
      <ConfirmDialog
        title="Reset test data"
        verb="Reset"
        opened={resetting}
        onClose={() => setResetting(false)}
        change={reset}
      >
        <Text size="sm">
          This cancels your open test orders, refunds your test sales, and deletes the finished deliveries of your test
          endpoints. Their earnings stay but are reversed. Live data is not affected.
        </Text>
      </ConfirmDialog>
    </>
  );
}

function notified(webhooks: readonly string[]): string {
  if (webhooks.length === 0) return ' No webhook of this key receives it.';
  const hosts = [...new Set(webhooks.map((url) => URL.parse(url)?.host ?? url))];
  return ` Notified: ${hosts.join(', ')}.`;
}

type Sale = Item<'GET /sandbox'>;

interface Props {
  sales: Sale[] | undefined;
  nameOfKey: (id: string) => string;
  actions: ReactNode;
}

/** Test sales and their rewards. */
function SalesPanel({ sales, nameOfKey, actions }: Props) {
  const refunding = useChange((id: string) => call('POST /sandbox/sales/:id/refund', { id }), {
    done: 'Refunded.',
    toastError: true,
  });
  const { may: seesEarnings } = useRight('earnings.read');
  return (
    <TablePanel
      title="Test sales"
      intro="The newest 50, and what they earned."
      actions={actions}
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
          cell: ({ records: [record] }) => (record ? <EarningBadge status={record.status} kind="sale" /> : 'no reward'),
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
  );
}
