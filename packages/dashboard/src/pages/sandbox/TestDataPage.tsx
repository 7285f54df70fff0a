import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keysQuery, query } from '../../api/queries.ts';
import { FlaskConical } from '../../icons/icons.tsx';
import { useMode, useSwitchMode } from '../../page.ts';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { nameOf } from '../keys/keys.tsx';
import { SalesPanel } from './SalesPanel.tsx';

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
    <RightButton action="sandbox.use" loading={selling.isPending} onClick={() => selling.mutate()}>
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
            <RightButton
              action="sandbox.use"
              variant="default"
              size="xs"
              loading={stepping.isPending}
              onClick={() => stepping.mutate()}
            >
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
        onConfirm={() => reset.mutate()}
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
