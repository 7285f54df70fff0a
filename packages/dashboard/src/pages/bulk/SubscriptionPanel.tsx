import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call } from '../../api/client.ts';
import type { BulkSubscription } from '../../api/types.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { bytes, counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** A subscription: its coverage, its last file, and the command that fetches it. */
export function SubscriptionPanel({ of: subscription }: { of: BulkSubscription }) {
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
            ...(away > 0 ? [['Not covered by your agreement', counted(away, 'event')] as [string, string]] : []),
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
        onConfirm={() => removing.mutate()}
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
