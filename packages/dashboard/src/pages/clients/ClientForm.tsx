import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { choicesQuery, keysQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { Form, useForm } from '../../parts/Form.tsx';
import { keyOptions } from '../keys/keys.tsx';

export type NewClient = Answer<'POST /clients'>;

/** Makes a client. */
export function ClientForm({ mode, onMade }: { mode: Mode; onMade: (client: NewClient) => void }) {
  const { data: choices } = useQuery(choicesQuery(mode));
  const { data } = useQuery(keysQuery(mode));
  const keys = data?.data.filter(({ revoked_at: at, kind }) => at === null && kind !== 'website') ?? [];
  const keyOf = (id: string | null) => keys.find((key) => key.id === id) ?? keys.at(-1);
  const form = useForm(
    { name: '', key_id: null as string | null, scopes: null as string[] | null },
    async ({ name, key_id, scopes }) => {
      const body = {
        key_id: keyOf(key_id)?.id ?? '',
        ...(name.trim() && { name: name.trim() }),
        ...(scopes && { scopes }),
      };
      return call('POST /clients', { body: await checked('newClientBody', body) });
    },
    { onDone: onMade },
  );
  const key = keyOf(form.values.key_id);
  const all = (key && choices?.scopes[key.kind]) ?? [];
  return (
    <Form form={form} button="Create the client" disabled={!key}>
      <TextInput
        label="Name"
        description="Optional."
        placeholder="Reporting job"
        maxLength={60}
        data-autofocus
        {...form.field('name')}
      />
      <Select
        label="API key"
        description="The key’s rate limits and IP allowlist also apply to this client."
        data={keyOptions(keys)}
        allowDeselect={false}
        {...form.field('key_id')}
        value={key?.id ?? null}
      />
      <Checkbox.Group label="Scopes" {...form.field('scopes')} value={form.values.scopes ?? all}>
        <Stack gap="xs" mt="xs">
          {all.map((scope) => (
            <Checkbox key={scope} value={scope} label={<code>{scope}</code>} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
