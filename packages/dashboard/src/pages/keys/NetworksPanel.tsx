import { Anchor, Group, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toText } from '../../api/problem.ts';
import { useRight } from '../../api/session.ts';
import type { KeyDetail } from '../../api/types.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** The addresses from which a key works; from everywhere while there are none. */
export function NetworksPanel({ of: key }: { of: KeyDetail }) {
  const { may } = useRight('keys.change');
  const [networks, setNetworks] = useState(key.network_list);
  const saving = useChange(() => call('POST /keys/:id/networks', { id: key.id, body: { networks } }), {
    done: 'IP allowlist saved.',
    onDone: ({ network_list: list }) => setNetworks(list),
  });
  const changed = networks.join() !== key.network_list.join();
  return (
    <Panel
      title="IP allowlist"
      intro={
        key.network_list.length === 0
          ? 'The key works from any IP address.'
          : 'We reject calls from all other addresses.'
      }
    >
      <TagsInput
        label="Networks"
        description="IP addresses or ranges, such as 203.0.113.0/24. Press Enter after each."
        readOnly={!may || saving.isPending}
        value={networks}
        onChange={setNetworks}
        error={saving.error && toText(saving.error)}
      />
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed">
          Your current address: <code>{key.your_address}</code>{' '}
          {may && !networks.includes(key.your_address) && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              onClick={() => setNetworks([...networks, key.your_address])}
            >
              Add
            </Anchor>
          )}
        </Text>
        <RightButton
          action="keys.change"
          not={!changed && 'Nothing has changed.'}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Save
        </RightButton>
      </Group>
    </Panel>
  );
}
