import { Group, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { post } from '../../api/client.ts';
import { wordsAtField } from '../../api/problem.ts';
import { useRight } from '../../api/session.ts';
import type { Key, KeyDetail } from '../../api/types/keys.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useKeyChange } from './use-key-change.ts';

/** The pages from which a website key works. */
export function DomainsPanel({ of: key }: { of: KeyDetail }) {
  const { may } = useRight('keys.change');
  const [domains, setDomains] = useState(key.domains);
  const saving = useKeyChange(
    async () => post<Key>(`/keys/${key.id}/domains`, await checked('keyDomainsBody', { domains })),
    { done: 'Domains saved.' },
  );
  const changed = domains.join() !== key.domains.join();
  return (
    <Panel title="Domains" lead="The key works on pages of these domains, and nowhere else.">
      <TagsInput
        label="Domains"
        description="For example shop.example, or *.shop.example for everything below it. Press Enter after each."
        readOnly={!may}
        value={domains}
        onChange={setDomains}
        error={saving.error && wordsAtField(saving.error)}
      />
      <Group justify="flex-end" mt="md">
        <RightButton
          action="keys.change"
          not={!changed && 'Nothing has changed.'}
          loading={saving.isPending}
          onClick={() => saving.mutate(undefined)}
        >
          Save
        </RightButton>
      </Group>
    </Panel>
  );
}
