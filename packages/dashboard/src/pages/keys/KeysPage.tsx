import { Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { keysQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { Key, Mode } from '../../api/types.ts';
import { KeyRound, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { KeyBadge, KIND_TEXT, nameOf } from './keys.tsx';

/** `/dashboard/keys`: what opens the API. */
export function KeysPage() {
  const mode = useMode();
  const { base_url: base } = useSession();
  const [creating, create] = useDisclosure(false);
  const { data, error, refetch } = useQuery(keysQuery(mode));
  const keys = data?.data.toReversed();
  const button = (
    <RightButton action="keys.change" leftSection={<Plus size={16} aria-hidden />} onClick={create.open}>
      Create a key
    </RightButton>
  );
  return (
    <>
      <PageHead intro={INTRO[mode]} actions={button} />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {keys?.length === 0 && (
        <EmptyPanel
          icon={KeyRound}
          title={mode === 'test' ? 'No test key yet' : 'No live key yet'}
          text="Send your key in the Authorization header. We show it once, with a command to try it."
          action={button}
          snippet={{
            label: 'Try the API without a key',
            code: `curl '${base}/demo/events?limit=3'`,
          }}
        />
      )}
      {!error && keys?.length !== 0 && (
        <TablePanel
          label="API keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Name',
              kind: 'text',
              cell: (key) => (
                <AnchorLink to="/keys/$id" params={{ id: key.id }} search={{ mode: key.mode }} inherit fw={500}>
                  {nameOf(key)}
                </AnchorLink>
              ),
            },
            { title: 'Key', cell: ({ hint }) => <code>{hint}</code> },
            { title: 'Kind', cell: ({ kind }) => KIND_TEXT[kind].label },
            { title: 'Last used', cell: ({ last_used_at: at }) => <DateText at={at} /> },
            { title: 'Created', cell: ({ created_at: at }) => <DateText at={at} /> },
            { title: 'State', cell: (key) => <KeyBadge of={key} /> },
          ]}
        />
      )}
      <SecretForm
        title="Create an API key"
        madeTitle="Your new API key"
        opened={creating}
        onClose={create.close}
        toSecret={({ key, curl }: NewKey) => ({ what: 'key', value: key, curl, documented: mode === 'test' })}
        form={(onMade) => <KeyForm mode={mode} onMade={onMade} />}
      />
    </>
  );
}

const INTRO = {
  test: 'Test keys see sample events and make test purchases. Nothing real is sold.',
  live: 'Website keys work on your domains, server keys on your servers.',
};

type NewKey = Answer<'POST /keys'>;

/** Makes a key. */
function KeyForm({ mode, onMade }: { mode: Mode; onMade: (key: NewKey) => void }) {
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
