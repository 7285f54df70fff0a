import { Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import type { Key, Mode } from '../../api/types.ts';
import { Form } from '../../parts/Form.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { useChange } from '../../parts/use-change.ts';
import { KIND_TEXT } from './keys.tsx';

interface Props {
  mode: Mode;
  opened: boolean;
  onClose: () => void;
}

/** Makes a key, and shows it once. */
export function CreateKey({ mode, opened, onClose }: Props) {
  return (
    <SecretForm
      title="Create an API key"
      madeTitle="Your new API key"
      opened={opened}
      onClose={onClose}
      toSecret={({ key, curl }: NewKey) => ({ what: 'key', value: key, curl, documented: mode === 'test' })}
      form={(onMade) => <KeyForm mode={mode} onMade={onMade} />}
    />
  );
}

type NewKey = Answer<'POST /keys'>;

function KeyForm({ mode, onMade }: { mode: Mode; onMade: (key: NewKey) => void }) {
  const kinds: Key['kind'][] = mode === 'test' ? ['test'] : ['server', 'website'];
  const [kind, setKind] = useState<Key['kind']>(kinds[0] ?? 'test');
  const [name, setName] = useState('');
  const [domains, setDomains] = useState<string[]>([]);
  const creating = useChange(
    async () => {
      const body = { kind, ...(name.trim() && { name: name.trim() }), ...(kind === 'website' && { domains }) };
      return call('POST /keys', { body: await checked('newKeyBody', body) });
    },
    { onDone: onMade },
  );
  return (
    <Form change={creating} button="Create the key" fields={['name', 'domains']}>
      {(at) => (
        <>
          <TextInput
            label="Name"
            description="Where you use the key. Optional."
            placeholder="Checkout service"
            maxLength={60}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={at('name')}
          />
          {kinds.length > 1 && (
            <Radio.Group label="Kind" value={kind} onChange={(value) => setKind(value as Key['kind'])}>
              <Stack gap="xs" mt="xs">
                {kinds.map((kind) => (
                  <Radio key={kind} value={kind} label={KIND_TEXT[kind].label} description={KIND_TEXT[kind].text} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {kind === 'website' && (
            <TagsInput
              label="Domains"
              description="Websites allowed to use this key, for example shop.example or *.shop.example. Press Enter after each."
              placeholder="shop.example"
              value={domains}
              onChange={setDomains}
              error={at('domains')}
            />
          )}
        </>
      )}
    </Form>
  );
}
