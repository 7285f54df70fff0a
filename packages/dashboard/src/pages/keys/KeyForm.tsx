import { Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import type { Key, Mode } from '../../api/types.ts';
import { Form, useForm } from '../../parts/Form.tsx';
import { KIND_TEXT } from './keys.tsx';

export type NewKey = Answer<'POST /keys'>;

/** Makes a key. */
export function KeyForm({ mode, onMade }: { mode: Mode; onMade: (key: NewKey) => void }) {
  const kinds: Key['kind'][] = mode === 'test' ? ['test'] : ['server', 'website'];
  const form = useForm(
    { kind: kinds[0] ?? 'test', name: '', domains: [] as string[] },
    async ({ kind, name, domains }) => {
      const body = { kind, ...(name.trim() && { name: name.trim() }), ...(kind === 'website' && { domains }) };
      return call('POST /keys', { body: await checked('newKeyBody', body) });
    },
    { onDone: onMade },
  );
  const { kind } = form.values;
  return (
    <Form form={form} button="Create the key">
      <TextInput
        label="Name"
        description="Where you use the key. Optional."
        placeholder="Checkout service"
        maxLength={60}
        data-autofocus
        {...form.field('name')}
      />
      {kinds.length > 1 && (
        <Radio.Group label="Kind" value={kind} onChange={(value) => form.set({ kind: value as Key['kind'] })}>
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
          {...form.field('domains')}
        />
      )}
    </Form>
  );
}
