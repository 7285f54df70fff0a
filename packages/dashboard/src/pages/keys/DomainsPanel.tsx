import { Group, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { toText } from '../../api/problem.ts';
import { useRight } from '../../api/session.ts';
import type { KeyDetail } from '../../api/types.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** The pages from which a website key works. */
export function DomainsPanel({ of: key }: { of: KeyDetail }) {
  const { may } = useRight('keys.change');
  const [domains, setDomains] = useState(key.domains);
  const saving = useChange(
    async () => call('POST /keys/:id/domains', { id: key.id, body: await checked('keyDomainsBody', { domains }) }),
    // As the server writes them: in lower case, without a scheme.
    { done: 'Domains saved.', onDone: ({ domains: saved }) => setDomains(saved) },
  );
  const changed = domains.join() !== key.domains.join();
  return (
    <Panel title="Domains" intro="The key works on these websites only.">
      <TagsInput
        label="Domains"
        description="For example shop.example, or *.shop.example for all its subdomains. Press Enter after each."
        readOnly={!may || saving.isPending}
        value={domains}
        onChange={setDomains}
        error={saving.error && toText(saving.error)}
      />
      <Group justify="flex-end" mt="md">
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
