import { ActionIcon, Checkbox, Menu, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { choicesQuery, keysQuery, query } from '../../api/queries.ts';
import { useRight, useSession } from '../../api/session.ts';
import type { Client, Mode } from '../../api/types.ts';
import { EllipsisVertical, Fingerprint, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { Badge } from '../../parts/Badge.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { useChange } from '../../parts/use-change.ts';
import { keyOptions } from '../keys/keys.tsx';

/** `/dashboard/clients`: what exchanges a secret for tokens of an hour. */
export function ClientsPage() {
  const mode = useMode();
  const { base_url: base } = useSession();
  const [creating, create] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /clients', { query: { mode } }));
  const button = (
    <RightButton action="keys.change" leftSection={<Plus size={16} aria-hidden />} onClick={create.open}>
      Create a client
    </RightButton>
  );
  return (
    <>
      <PageHead
        intro="A client exchanges its secret for access tokens that expire after an hour. It belongs to an API key and stops working with it."
        actions={button}
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {data?.data.length === 0 && (
        <EmptyPanel
          icon={Fingerprint}
          title="No OAuth clients yet"
          text="Create one for a program that shouldn’t hold an API key. It exchanges its ID and secret for a token and calls the API with that."
          action={button}
          snippet={{ label: 'How a client gets a token', code: tokenCommand(base) }}
        />
      )}
      {!error && data?.data.length !== 0 && (
        <TablePanel
          label="OAuth clients"
          rows={data?.data}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', kind: 'text', cell: ({ name }) => name || 'Unnamed' },
            { title: 'Client ID', cell: ({ id }) => <code>{id}</code> },
            { title: 'Scopes', kind: 'text', cell: ({ scopes }) => scopes.join(', ') },
            { title: 'Last token', cell: ({ last_issued_at: at }) => <DateText at={at} /> },
            { title: 'State', cell: (client) => <ClientBadge of={client} /> },
            { title: 'Actions', hideTitle: true, kind: 'number', cell: (client) => <ClientActions of={client} /> },
          ]}
        />
      )}
      <SecretForm
        title="Create an OAuth client"
        madeTitle="Your new OAuth client"
        opened={creating}
        onClose={create.close}
        toSecret={({ secret, curl }: NewClient) => ({ what: 'secret', value: secret, curl })}
        form={(onMade) => <ClientForm mode={mode} onMade={onMade} />}
      />
    </>
  );
}

const tokenCommand = (base: string) =>
  `curl '${base}/oauth/token' \\\n  -u '<CLIENT_ID>:<CLIENT_SECRET>' \\\n  -d grant_type=client_credentials`;

function ClientBadge({ of }: { of: Client }) {
  if (of.revoked_at) return <Badge tone="bad">revoked</Badge>;
  if (of.previous_until) return <Badge tone="warn">two secrets</Badge>;
  return <Badge tone="good">active</Badge>;
}

/** Rotate a client's secret, or revoke the client. */
function ClientActions({ of: client }: { of: Client }) {
  const { may } = useRight('keys.change');
  const [revokes, setRevokes] = useState(false);
  const [rotates, setRotates] = useState(false);
  const revoking = useChange(() => call('POST /clients/:id/revoke', { id: client.id }), {
    done: 'The client was revoked, with all its tokens.',
    onDone: () => setRevokes(false),
  });
  if (!may || client.revoked_at) return null;
  const name = client.name || client.id;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRotates(true)}>Rotate the secret</Menu.Item>
          <Menu.Item color="red" onClick={() => setRevokes(true)}>
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SecretForm
        title="Rotate the secret"
        madeTitle="The new secret"
        opened={rotates}
        onClose={() => setRotates(false)}
        toSecret={(value: string) => ({ what: 'secret', value })}
        form={(onMade) => <RotateForm of={client} onMade={onMade} />}
      />
      <ConfirmDialog
        title={`Revoke ${name}?`}
        verb="Revoke the client"
        typed={client.id.slice(-4)}
        opened={revokes}
        onClose={() => setRevokes(false)}
        change={revoking}
      >
        <Text>{counted(client.live_tokens, 'active token')} will stop working immediately. You can’t undo this.</Text>
      </ConfirmDialog>
    </>
  );
}

const OLD_ONE = [
  { value: 'keep', label: 'Keep it for a day' },
  { value: 'end', label: 'It leaked: revoke it now, with all its tokens' },
];

/** Gives a client a new secret, also while the one before works, and ends the old one at once after a leak. */
function RotateForm({ of: client, onMade }: { of: Client; onMade: (secret: string) => void }) {
  const form = useForm(
    { old: 'keep' as string | null },
    ({ old }) => {
      const body = { at_once: old === 'end', again: client.previous_until !== null };
      return call('POST /clients/:id/rotate', { id: client.id, body });
    },
    { onDone: ({ secret }) => onMade(secret) },
  );
  return (
    <Form form={form} button="Rotate the secret">
      {client.previous_until ? (
        <Text>
          You already rotated this secret. The previous one works until{' '}
          <DateText at={client.previous_until} show="time" />. If you rotate again, it stops working immediately.
        </Text>
      ) : (
        <Text>You get a new secret. The client’s ID and scopes stay the same.</Text>
      )}
      <Select label="The current secret" data={OLD_ONE} allowDeselect={false} {...form.field('old')} />
    </Form>
  );
}

type NewClient = Answer<'POST /clients'>;

/** Makes a client. */
function ClientForm({ mode, onMade }: { mode: Mode; onMade: (client: NewClient) => void }) {
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
