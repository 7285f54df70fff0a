import { Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../../api/client.ts';
import { choicesQuery, query } from '../../api/queries.ts';
import type { BulkSubscription } from '../../api/types.ts';
import { Download, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { ConfirmDialog, Dialog } from '../../parts/Dialog.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { bytes, counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

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

/** A subscription: its coverage, its last file, and the command that fetches it. */
function SubscriptionPanel({ of: subscription }: { of: BulkSubscription }) {
  const [leaving, leave] = useDisclosure(false);
  const removing = useChange(() => call('POST /bulk-subscriptions/:id/remove', { id: subscription.id }), {
    done: 'The subscription was removed.',
  });
  const { last_file: file, narrowed_away: away } = subscription;
  return (
    <Panel
      title={subscription.name || 'Unnamed subscription'}
      intro={textOfFilter(subscription)}
      actions={
        <RightButton action="bulk.change" size="xs" variant="default" onClick={leave.open}>
          Remove
        </RightButton>
      }
    >
      <Stack gap="md">
        <DescriptionList
          items={[
            ['Covers', counted(subscription.covered, 'event')],
            away > 0 && ['Not covered by your agreement', counted(away, 'event')],
            ['Last file', file ? `${file.format}, ${file.state}` : 'none yet'],
            ['File built', <DateText key="built" at={file?.finished_at ?? null} never="not yet" />],
            ['Size', file?.bytes == null ? '–' : bytes(file.bytes)],
            ['ID', <code key="id">{subscription.id}</code>],
          ]}
        />
        <CodeBlock label="Download it" code={subscription.curl} />
      </Stack>
      <ConfirmDialog
        title="Remove this subscription?"
        verb="Remove the subscription"
        opened={leaving}
        onClose={leave.close}
        change={removing}
      >
        <Text>Its URL will return 404. If you add a subscription with the same filter later, it gets a new URL.</Text>
      </ConfirmDialog>
    </Panel>
  );
}

type Filter = Pick<BulkSubscription, 'countries' | 'categories' | 'days_ahead' | 'paying_only'>;

/** The filter in words: `DE, FR · music · next 90 days`. */
function textOfFilter({ countries, categories, days_ahead: days, paying_only: paying }: Filter): string {
  const parts = [
    countries?.length ? countries.join(', ') : 'all countries',
    categories?.length ? categories.join(', ') : 'all categories',
    ...(days === null ? [] : [`next ${days} days`]),
    ...(paying ? ['events that pay a reward'] : []),
  ];
  return parts.join(' · ');
}
