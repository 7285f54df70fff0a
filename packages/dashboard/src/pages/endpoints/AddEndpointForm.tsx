import { Group, Select, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeType, DEFAULT_TYPES, mayReceive } from '../../../../../src/core/change-type.ts';
import { call } from '../../api/client.ts';
import { sentence } from '../../api/problem.ts';
import { keysQuery, query } from '../../api/queries.ts';
import type { EndpointKind, Mode } from '../../api/types.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { keyOptions } from '../keys/keys.tsx';
import { KINDS } from './endpoints.tsx';
import classes from './Placeholders.module.css';
import { TypeChoice } from './TypeChoice.tsx';

interface Values {
  url: string;
  key_id: string | null;
  events: readonly ChangeType[];
}

/** An address is checked during typing. Once added, its page opens: a test is sent from there. */
export function AddEndpointForm({ kind, mode }: { kind: EndpointKind; mode: Mode }) {
  const navigate = useNavigate();
  const { data } = useQuery(keysQuery(mode));
  // A website key has no earnings, and so no postbacks.
  const keys =
    data?.data.filter((key) => key.revoked_at === null && !(kind === 'postback' && key.kind === 'website')) ?? [];
  /** The chosen key, or the oldest, and the chosen types that it may receive. */
  const choiceOf = ({ key_id, events }: Pick<Values, 'key_id' | 'events'>) => {
    const key = keys.find(({ id }) => id === key_id) ?? keys.at(-1);
    return { key, events: events.filter((type) => !key || mayReceive(key.kind, type)) };
  };
  const form = useForm(
    { url: '', key_id: null, events: DEFAULT_TYPES } as Values,
    ({ url, ...chosen }) => {
      const { key, events } = choiceOf(chosen);
      const body = { kind, key_id: key?.id ?? '', url: url.trim(), ...(kind === 'webhook' && { events }) };
      return call('POST /endpoints', { body });
    },
    { onDone: ({ id }) => navigate({ to: `${KINDS[kind].path}/$id`, params: { id }, search: { mode } }) },
  );
  const { url } = form.values;
  const { key, events } = choiceOf(form.values);
  const [typed] = useDebouncedValue(url.trim(), 300);
  const { data: check } = useQuery({
    ...query('POST /endpoints/check', { body: { kind, key_id: key?.id ?? '', url: typed } }),
    enabled: typed.length > 8 && key !== undefined,
    // Checks are counted.
    staleTime: 'static',
  });
  const fault = url.trim() === typed ? check?.errors[0]?.message : undefined;
  const Field = kind === 'webhook' ? TextInput : Textarea;
  return (
    <Form form={form} button={`Add the ${KINDS[kind].one}`} disabled={!key || url.trim() === '' || events.length === 0}>
      <Field
        label="URL"
        description={
          kind === 'webhook'
            ? 'The HTTPS URL of your endpoint.'
            : 'Your tracker’s URL, with placeholders for the values.'
        }
        placeholder={
          kind === 'webhook' ? 'https://api.shop.example/webhooks' : 'https://tracker.example/postback?cid={sub_id}'
        }
        data-autofocus
        inputMode="url"
        value={url}
        onChange={(event) => {
          form.set({ url: event.currentTarget.value });
          form.change.reset();
        }}
        error={form.fault('url') ?? (fault && sentence(fault))}
      />
      {kind === 'postback' && <Placeholders onPick={(name) => form.set({ url: `${url}{${name}}` })} />}
      {check?.preview && kind === 'postback' && <CodeBlock label="What we call for a sale" code={check.preview} />}
      <Select
        label="API key"
        description="This endpoint receives the events that this key can access."
        data={keyOptions(keys)}
        allowDeselect={false}
        {...form.field('key_id')}
        value={key?.id ?? null}
      />
      {kind === 'webhook' && <TypeChoice keyKind={key?.kind} {...form.field('events')} value={events} />}
      {keys.length === 0 && data && (
        <Text size="sm">
          Create a {kind === 'postback' ? `${mode} server` : mode} key first: a {KINDS[kind].one} belongs to one.
        </Text>
      )}
    </Form>
  );
}

/** What may stand in a postback's address; a press puts it there. */
function Placeholders({ onPick }: { onPick: (name: string) => void }) {
  const { data } = useQuery({ ...query('GET /postbacks/placeholders'), staleTime: 'static' });
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        Placeholders
      </Text>
      <Group gap={6}>
        {data?.placeholders.map(({ name, description, example }) => (
          <UnstyledButton
            key={name}
            className={classes.chip}
            title={`${description} For example: ${example}`}
            onClick={() => onPick(name)}
          >
            {`{${name}}`}
          </UnstyledButton>
        ))}
      </Group>
    </div>
  );
}
