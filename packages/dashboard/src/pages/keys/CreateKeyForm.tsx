import { Button, Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import type { Mode } from '../../api/types/common.ts';
import type { KeyKind, NewKey } from '../../api/types/keys.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { KIND_WORDS } from './keys.ts';

/** @param onCreated gets the key, which is shown this once. */
export function CreateKeyForm({ mode, onCreated }: { mode: Mode; onCreated: (key: NewKey) => void }) {
  const client = useQueryClient();
  const kinds: KeyKind[] = mode === 'test' ? ['test'] : ['server', 'website'];
  const [kind, setKind] = useState<KeyKind>(kinds[0] ?? 'test');
  const [name, setName] = useState('');
  const [domains, setDomains] = useState<string[]>([]);
  const creating = useMutation({
    mutationFn: async () => {
      const body = { kind, ...(name.trim() && { name: name.trim() }), ...(kind === 'website' && { domains }) };
      return post<NewKey>('/keys', await checked('newKeyBody', body));
    },
    onSuccess: async (key) => {
      onCreated(key);
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  const fields = isProblem(creating.error) ? creating.error.fields : {};
  const atDomains = Object.entries(fields).find(([field]) => field.startsWith('domain'))?.[1];
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="For you and your colleagues: where it is used. Optional."
          placeholder="Checkout service"
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields.name && sentence(fields.name)}
        />
        {kinds.length > 1 && (
          <Radio.Group label="Kind" value={kind} onChange={(value) => setKind(value as KeyKind)}>
            <Stack gap="xs" mt="xs">
              {kinds.map((one) => (
                <Radio key={one} value={one} label={KIND_WORDS[one].label} description={KIND_WORDS[one].words} />
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
            error={atDomains && sentence(atDomains)}
          />
        )}
        {!atDomains && !fields.name && <ProblemText error={creating.error} />}
        <Button type="submit" loading={creating.isPending}>
          Create the key
        </Button>
      </Stack>
    </form>
  );
}
