import { Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import type { Mode } from '../../api/types/common.ts';
import type { AddressCheck, Endpoint, EndpointKind } from '../../api/types/endpoints.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { keysQuery, nameOf } from '../keys/keys.ts';
import { KINDS } from './endpoints.ts';
import { Placeholders } from './Placeholders.tsx';
import { useEndpointChange } from './use-endpoint-change.ts';

/** An address is checked as it is typed. Once added, its page opens: a test is sent from there. */
export function AddEndpointForm({ kind, mode }: { kind: EndpointKind; mode: Mode }) {
  const navigate = useNavigate();
  const { data } = useQuery(keysQuery(mode));
  // A website key has no earnings, and so no postbacks.
  const keys =
    data?.data.filter((one) => one.revoked_at === null && !(kind === 'postback' && one.kind === 'website')) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const key = keys.find(({ id }) => id === chosen) ?? keys.at(-1);
  const [typed] = useDebouncedValue(url.trim(), 300);
  const { data: check } = useQuery({
    queryKey: ['address', kind, key?.id, typed],
    queryFn: () => post<AddressCheck>('/endpoints/check', { kind, key_id: key?.id, url: typed }),
    enabled: typed.length > 8 && key !== undefined,
    staleTime: 60_000,
  });
  const adding = useEndpointChange(() => post<Endpoint>('/endpoints', { kind, key_id: key?.id, url: url.trim() }), {
    quiet: true,
    onDone: ({ id }) => void navigate({ to: `${KINDS[kind].path}/$id`, params: { id }, search: { mode } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate(undefined);
  };
  const refused = isProblem(adding.error) ? adding.error.fields : {};
  const fault = refused.url ?? (url.trim() === typed ? check?.errors[0]?.message : undefined);
  const Field = kind === 'webhook' ? TextInput : Textarea;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Field
          label="Address"
          description={kind === 'webhook' ? 'Your own endpoint, as https://…' : 'With placeholders where values go.'}
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
          error={fault && sentence(fault)}
        />
        {kind === 'postback' && <Placeholders onPick={(name) => setUrl(`${url}{${name}}`)} />}
        {check?.preview && kind === 'postback' && <CodeBlock label="What we call for a sale" code={check.preview} />}
        <Select
          label="Key"
          description="It receives the events this key has access to."
          data={keys.map((one) => ({ value: one.id, label: `${nameOf(one)} · ${one.hint}` }))}
          value={key?.id ?? null}
          onChange={setChosen}
          allowDeselect={false}
          error={refused.key_id && sentence(refused.key_id)}
        />
        {keys.length === 0 && data && (
          <Text size="sm">
            Create a {kind === 'postback' ? `${mode} server` : mode} key first: a {KINDS[kind].one} belongs to one.
          </Text>
        )}
        {!refused.url && !refused.key_id && <ProblemText error={adding.error} />}
        <Button type="submit" loading={adding.isPending} disabled={!key || url.trim() === ''}>
          Add the {KINDS[kind].one}
        </Button>
      </Stack>
    </form>
  );
}
