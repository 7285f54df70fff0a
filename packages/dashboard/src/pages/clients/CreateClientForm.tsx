import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { choicesQuery } from '../../api/choices.ts';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import type { Mode } from '../../api/types/common.ts';
import type { NewClient } from '../../api/types/keys.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { keysQuery, nameOf } from '../keys/keys.ts';

/** @param onCreated gets the client with its secret. */
export function CreateClientForm({ mode, onCreated }: { mode: Mode; onCreated: (client: NewClient) => void }) {
  const client = useQueryClient();
  const { data: choices } = useQuery(choicesQuery(mode));
  const { data } = useQuery(keysQuery(mode));
  const keys = data?.data.filter(({ revoked_at: at, kind }) => at === null && kind !== 'website') ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[] | null>(null);
  const key = keys.find(({ id }) => id === chosen) ?? keys.at(-1);
  const all = (key && choices?.scopes[key.kind]) ?? [];
  const creating = useMutation({
    mutationFn: async () => {
      const body = { key_id: key?.id ?? '', ...(name.trim() && { name: name.trim() }), ...(scopes && { scopes }) };
      return post<NewClient>('/clients', await checked('newClientBody', body));
    },
    onSuccess: async (created) => {
      onCreated(created);
      await client.invalidateQueries({ queryKey: ['clients'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  const fields = isProblem(creating.error) ? creating.error.fields : {};
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Optional."
          placeholder="Reporting job"
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields.name && sentence(fields.name)}
        />
        <Select
          label="Key"
          description="The key’s rate limits and IP allowlist also apply to this client."
          data={keys.map((one) => ({ value: one.id, label: `${nameOf(one)} · ${one.hint}` }))}
          value={key?.id ?? null}
          onChange={setChosen}
          allowDeselect={false}
          error={fields.key_id && sentence(fields.key_id)}
        />
        <Checkbox.Group
          label="Scopes"
          value={scopes ?? all}
          onChange={setScopes}
          error={fields.scopes && sentence(fields.scopes)}
        >
          <Stack gap="xs" mt="xs">
            {all.map((scope) => (
              <Checkbox key={scope} value={scope} label={<code>{scope}</code>} />
            ))}
          </Stack>
        </Checkbox.Group>
        {Object.keys(fields).length === 0 && <ProblemText error={creating.error} />}
        <Button type="submit" loading={creating.isPending} disabled={!key}>
          Create the client
        </Button>
      </Stack>
    </form>
  );
}
