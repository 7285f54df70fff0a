import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import type { BulkSubscription } from '../../api/types/bulk.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { bytes, count, counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { toastDone } from '../../parts/toast.ts';
import { When } from '../../parts/When.tsx';
import { wordsOfFilter } from './bulk.ts';

/** A subscription: what it covers, its last file, and the command that fetches it. */
export function SubscriptionPanel({ of: subscription }: { of: BulkSubscription }) {
  const client = useQueryClient();
  const [leaving, leave] = useDisclosure(false);
  const removing = useMutation({
    mutationFn: () => post(`/bulk-subscriptions/${subscription.id}/remove`),
    onSuccess: () => {
      toastDone('The subscription was removed.');
      return client.invalidateQueries({ queryKey: ['bulk'] });
    },
  });
  const { last_file: file, narrowed_away: away } = subscription;
  return (
    <Panel
      title={subscription.name || 'Unnamed subscription'}
      lead={wordsOfFilter(subscription)}
      actions={
        <RightButton action="bulk.change" size="xs" variant="default" onClick={leave.open}>
          Remove
        </RightButton>
      }
    >
      <Stack gap="md">
        <Facts
          facts={[
            ['Covers', counted(subscription.covered, 'event')],
            ['Outside your agreement', count(away)],
            ['Last file', file ? `${file.format}, ${file.state}` : 'none yet'],
            ['Made', <When key="made" at={file?.finished_at ?? null} never="not yet" />],
            ['Size', file?.bytes == null ? '–' : bytes(file.bytes)],
            ['Id', <code key="id">{subscription.id}</code>],
          ]}
        />
        <CodeBlock label="Fetch it" code={subscription.curl} />
      </Stack>
      <ConfirmDialog
        title="Remove this subscription?"
        verb="Remove the subscription"
        opened={leaving}
        onClose={leave.close}
        onConfirm={() => removing.mutate()}
        pending={removing.isPending}
        error={removing.error}
      >
        <Text>
          Its address answers 404 from then on. You can add one with the same filter again; it gets another address.
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}
