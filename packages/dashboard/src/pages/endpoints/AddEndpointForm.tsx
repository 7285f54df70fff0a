import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ChangeType, DEFAULT_TYPES, mayReceive } from '../../../../../src/core/change-type.ts';
import { call } from '../../api/client.ts';
import { sentence } from '../../api/problem.ts';
import { keysQuery, query } from '../../api/queries.ts';
import type { EndpointKind, Mode } from '../../api/types.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { Form } from '../../parts/Form.tsx';
import { useChange } from '../../parts/use-change.ts';
import { keyOptions } from '../keys/keys.tsx';
import { KINDS } from './endpoints.ts';
import { Placeholders } from './Placeholders.tsx';
import { TypeChoice } from './TypeChoice.tsx';

/** An address is checked during typing. Once added, its page opens: a test is sent from there. */
export function AddEndpointForm({ kind, mode }: { kind: EndpointKind; mode: Mode }) {
  const navigate = useNavigate();
  const { data } = useQuery(keysQuery(mode));
  // A website key has no earnings, and so no postbacks.
  const keys =
    data?.data.filter((key) => key.revoked_at === null && !(kind === 'postback' && key.kind === 'website')) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const [chosenTypes, setChosenTypes] = useState<readonly ChangeType[]>(DEFAULT_TYPES);
  const key = keys.find(({ id }) => id === chosen) ?? keys.at(-1);
  const events = chosenTypes.filter((type) => !key || mayReceive(key.kind, type));
  const [typed] = useDebouncedValue(url.trim(), 300);
  const body = (address: string) => ({ kind, key_id: key?.id ?? '', url: address });
  const { data: check } = useQuery({
    ...query('POST /endpoints/check', { body: body(typed) }),
    enabled: typed.length > 8 && key !== undefined,
    // Checks are counted.
    staleTime: 'static',
  });
  const adding = useChange(
    () => call('POST /endpoints', { body: { ...body(url.trim()), ...(kind === 'webhook' && { events }) } }),
    {
      onDone: ({ id }) => navigate({ to: `${KINDS[kind].path}/$id`, params: { id }, search: { mode } }),
    },
  );
  const fault = url.trim() === typed ? check?.errors[0]?.message : undefined;
  const Field = kind === 'webhook' ? TextInput : Textarea;
  return (
    <Form
      change={adding}
      button={`Add the ${KINDS[kind].one}`}
      disabled={!key || url.trim() === '' || events.length === 0}
      fields={['url', 'key_id', 'events']}
    >
      {(at) => (
        <>
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
              setUrl(event.currentTarget.value);
              adding.reset();
            }}
            error={at('url') ?? (fault && sentence(fault))}
          />
          {kind === 'postback' && <Placeholders onPick={(name) => setUrl(`${url}{${name}}`)} />}
          {check?.preview && kind === 'postback' && <CodeBlock label="What we call for a sale" code={check.preview} />}
          <Select
            label="API key"
            description="This endpoint receives the events that this key can access."
            data={keyOptions(keys)}
            value={key?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
            error={at('key_id')}
          />
          {kind === 'webhook' && (
            <TypeChoice chosen={events} onChoose={setChosenTypes} keyKind={key?.kind} error={at('events')} />
          )}
          {keys.length === 0 && data && (
            <Text size="sm">
              Create a {kind === 'postback' ? `${mode} server` : mode} key first: a {KINDS[kind].one} belongs to one.
            </Text>
          )}
        </>
      )}
    </Form>
  );
}
