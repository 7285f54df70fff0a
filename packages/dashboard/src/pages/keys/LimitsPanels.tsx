import { Anchor, Group, TagsInput, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
  return (
    <Panel title="Domains" intro="The key works on these websites only.">
      <SavedTags
        label="Domains"
        description="For example shop.example, or *.shop.example for all its subdomains. Press Enter after each."
        saved={key.domains}
        // As the server writes them: in lower case, without a scheme.
        save={async (domains) => {
          const body = await checked('keyDomainsBody', { domains });
          return (await call('POST /keys/:id/domains', { id: key.id, body })).domains;
        }}
        done="Domains saved."
      />
    </Panel>
  );
}

/** The addresses from which a key works; from everywhere while there are none. */
export function NetworksPanel({ of: key }: { of: KeyDetail }) {
  const { may } = useRight('keys.change');
  return (
    <Panel
      title="IP allowlist"
      intro={
        key.network_list.length === 0
          ? 'The key works from any IP address.'
          : 'We reject calls from all other addresses.'
      }
    >
      <SavedTags
        label="Networks"
        description="IP addresses or ranges, such as 203.0.113.0/24. Press Enter after each."
        saved={key.network_list}
        save={async (networks) =>
          (await call('POST /keys/:id/networks', { id: key.id, body: { networks } })).network_list
        }
        done="IP allowlist saved."
      >
        {(networks, set) => (
          <Text size="sm" c="dimmed">
            Your current address: <code>{key.your_address}</code>{' '}
            {may && !networks.includes(key.your_address) && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                underline="always"
                onClick={() => set([...networks, key.your_address])}
              >
                Add
              </Anchor>
            )}
          </Text>
        )}
      </SavedTags>
    </Panel>
  );
}

interface Props {
  label: string;
  description: string;
  saved: string[];
  /** @returns the texts as the service keeps them. */
  save: (texts: string[]) => Promise<string[]>;
  /** What to say then. */
  done: string;
  /** Left of the button. */
  children?: (texts: string[], set: (texts: string[]) => void) => ReactNode;
}

/** Texts that limit a key, with the button that saves them. */
function SavedTags({ label, description, saved, save, done, children }: Props) {
  const { may } = useRight('keys.change');
  const [texts, setTexts] = useState(saved);
  const saving = useChange(() => save(texts), { done, onDone: setTexts });
  return (
    <>
      <TagsInput
        label={label}
        description={description}
        readOnly={!may || saving.isPending}
        value={texts}
        onChange={setTexts}
        error={saving.error && toText(saving.error)}
      />
      <Group justify={children ? 'space-between' : 'flex-end'} mt="md">
        {children?.(texts, setTexts)}
        <RightButton action="keys.change" not={texts.join() === saved.join() && 'Nothing has changed.'} change={saving}>
          Save
        </RightButton>
      </Group>
    </>
  );
}
