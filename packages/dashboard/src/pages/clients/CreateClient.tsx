import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { choicesQuery, keysQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { Form } from '../../parts/Form.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { useChange } from '../../parts/use-change.ts';
import { keyOptions } from '../keys/keys.tsx';

interface Props {
  mode: Mode;
  opened: boolean;
  onClose: () => void;
}

/** Makes a client, and shows its secret once. */
export function CreateClient({ mode, opened, onClose }: Props) {
  return (
    <SecretForm
      title="Create an OAuth client"
      madeTitle="Your new OAuth client"
      opened={opened}
      onClose={onClose}
      toSecret={({ secret, curl }: NewClient) => ({ what: 'secret', value: secret, curl })}
      form={(onMade) => <ClientForm mode={mode} onMade={onMade} />}
    />
  );
}

type NewClient = Answer<'POST /clients'>;

function ClientForm({ mode, onMade }: { mode: Mode; onMade: (client: NewClient) => void }) {
  const { data: choices } = useQuery(choicesQuery(mode));
  const { data } = useQuery(keysQuery(mode));
  const keys = data?.data.filter(({ revoked_at: at, kind }) => at === null && kind !== 'website') ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[] | null>(null);
  const key = keys.find(({ id }) => id === chosen) ?? keys.at(-1);
  const all = (key && choices?.scopes[key.kind]) ?? [];
  const creating = useChange(
    async () => {
      const body = { key_id: key?.id ?? '', ...(name.trim() && { name: name.trim() }), ...(scopes && { scopes }) };
      return call('POST /clients', { body: await checked('newClientBody', body) });
    },
    { onDone: onMade },
  );
  return (
    <Form change={creating} button="Create the client" disabled={!key} fields={['name', 'key_id', 'scopes']}>
      {(at) => (
        <>
          <TextInput
            label="Name"
            description="Optional."
            placeholder="Reporting job"
            maxLength={60}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={at('name')}
          />
          <Select
            label="API key"
            description="The key’s rate limits and IP allowlist also apply to this client."
            data={keyOptions(keys)}
            value={key?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
            error={at('key_id')}
          />
          <Checkbox.Group label="Scopes" value={scopes ?? all} onChange={setScopes} error={at('scopes')}>
            <Stack gap="xs" mt="xs">
              {all.map((scope) => (
                <Checkbox key={scope} value={scope} label={<code>{scope}</code>} />
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
    </Form>
  );
}
