import { Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { choicesQuery, query } from '../../api/queries.ts';
import { Download, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SubscriptionPanel } from './SubscriptionPanel.tsx';

// With its pickers the page would be the largest of all when it is opened.
const AddSubscriptionForm = lazy(() =>
  import('./AddSubscriptionForm.tsx').then((it) => ({ default: it.AddSubscriptionForm })),
);

/** `/dashboard/bulk`: files with all events of a filter. */
export function BulkPage() {
  const mode = useMode();
  const [adding, add] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /bulk-subscriptions', { query: { mode } }));
  const { data: choices } = useQuery(choicesQuery(mode));
  const most = choices?.bulk_max ?? 5;
  const list = data?.data ?? [];
  const button = (
    <RightButton
      action="bulk.change"
      leftSection={<Plus size={16} aria-hidden />}
      not={list.length >= most && `You have ${most} subscriptions. Remove one to add another.`}
      onClick={add.open}
    >
      Add a subscription
    </RightButton>
  );
  return (
    <>
      <PageHead
        intro={`A subscription collects all events that match its filter in one file. You can have up to ${most}.`}
        actions={button}
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={220} radius="lg" />}
      {data && list.length === 0 && (
        <EmptyPanel
          icon={Download}
          title="No subscriptions yet"
          text="Choose countries and categories, see how many events match, then download the file with one command."
          action={button}
        />
      )}
      {list.map((subscription) => (
        <SubscriptionPanel key={subscription.id} of={subscription} />
      ))}
      <Dialog opened={adding} onClose={add.close} title="Add a bulk subscription" size="lg">
        <Suspense fallback={<Skeleton h={420} />}>
          <AddSubscriptionForm mode={mode} onDone={add.close} />
        </Suspense>
      </Dialog>
    </>
  );
}
