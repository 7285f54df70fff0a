import { Alert, Group, List, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import type { Key, KeyDetail } from '../../api/types.ts';
import { History } from '../../icons/icons.tsx';
import { useOwnMode } from '../../page.ts';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { ConfirmDialog, Dialog } from '../../parts/Dialog.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { count, counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { useChange } from '../../parts/use-change.ts';
import { CertificatesPanel } from './CertificatesPanel.tsx';
import { KeyBadge, KIND_TEXT, nameOf } from './keys.tsx';
import { DomainsPanel, NetworksPanel } from './LimitsPanels.tsx';

/** `/dashboard/keys/{id}`: a key, who may use it from where, and its end. */
export function KeyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: key, error, refetch } = useQuery(query('GET /keys/:id', { id }));
  useOwnMode(key?.mode);
  if (!key) return unreadPage({ title: 'API key', error, onRetry: refetch });
  const live = key.revoked_at === null;
  return (
    <>
      <PageHead
        title={nameOf(key)}
        badge={<KeyBadge of={key} />}
        intro={KIND_TEXT[key.kind].text}
        actions={
          live && (
            <Group gap="xs">
              <RenameKey of={key} />
              <RollKey of={key} />
              <RevokeKey of={key} />
            </Group>
          )
        }
      />
      <PreviousAlert of={key} />
      <Panel>
        <DescriptionList
          items={[
            ['Key', <code key="hint">{key.hint}</code>],
            ['ID', <code key="id">{key.id}</code>],
            ['Last used', <DateText key="used" at={key.last_used_at} />],
            ['Created', <DateText key="created" at={key.created_at} />],
            ['Calls in the last week', count(key.stops.calls_last_week)],
            key.revoked_at !== null && ['Revoked', <DateText key="revoked" at={key.revoked_at} />],
          ]}
        />
      </Panel>
      {live && key.kind === 'website' && <DomainsPanel of={key} />}
      {live && key.kind !== 'website' && <NetworksPanel of={key} />}
      {live && key.kind === 'server' && <CertificatesPanel of={key} />}
    </>
  );
}

function RenameKey({ of: key }: { of: Key }) {
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm(
    { name: key.name },
    async ({ name }) =>
      call('POST /keys/:id/name', { id: key.id, body: await checked('keyNameBody', { name: name.trim() }) }),
    { onDone: close },
  );
  return (
    <>
      <RightButton action="keys.change" variant="default" onClick={open}>
        Rename
      </RightButton>
      <Dialog opened={opened} onClose={close} title="Rename the key">
        <Form form={form} button="Save">
          <TextInput label="Name" data-autofocus maxLength={60} {...form.field('name')} />
        </Form>
      </Dialog>
    </>
  );
}

/** Ends a key for good, after a list of what stops with it. */
function RevokeKey({ of: key }: { of: KeyDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const revoking = useChange(() => call('POST /keys/:id/revoke', { id: key.id }), {
    done: 'The key was revoked.',
    onDone: close,
  });
  const { endpoints, clients, calls_last_week: calls } = key.stops;
  return (
    <>
      <RightButton action="keys.change" variant="light" color="red" onClick={open}>
        Revoke
      </RightButton>
      <ConfirmDialog
        title={`Revoke ${nameOf(key)}?`}
        verb="Revoke the key"
        typed={key.hint.slice(-4)}
        opened={opened}
        onClose={close}
        change={revoking}
      >
        <Text>
          Every call with this key will fail immediately. You can’t undo this. To replace the key, roll it instead.
        </Text>
        <List size="sm" spacing="xs">
          <List.Item>{counted(calls, 'call')} in the last week.</List.Item>
          {endpoints.map(({ id, kind, url }) => (
            <List.Item key={id}>
              The {kind} <code>{url}</code> stops receiving deliveries.
            </List.Item>
          ))}
          {clients.map(({ id, name }) => (
            <List.Item key={id}>
              The OAuth client <code>{name || id}</code> can no longer get tokens.
            </List.Item>
          ))}
        </List>
        <Text size="sm">Links you have published keep earning.</Text>
      </ConfirmDialog>
    </>
  );
}

/** While the secret before the roll works too: until when, and whether anybody still uses it. */
function PreviousAlert({ of: key }: { of: Key }) {
  const ending = useChange(() => call('POST /keys/:id/end-previous', { id: key.id }), {
    done: 'The old key stopped working.',
  });
  if (!key.previous_until) return null;
  return (
    <Alert color="yellow" icon={<History size={18} aria-hidden />} title="The old key still works" mb="lg">
      <Text size="sm">
        <code>{key.previous_hint}</code> works until <DateText at={key.previous_until} show="time" />.{' '}
        {key.previous_used_at ? (
          <>
            It was last used <DateText at={key.previous_used_at} />.
          </>
        ) : (
          'Not used since you rolled it, so you can end it now.'
        )}
      </Text>
      <ProblemText error={ending.error} />
      <Group mt="sm">
        <RightButton action="keys.change" size="xs" variant="default" change={ending}>
          End it now
        </RightButton>
      </Group>
    </Alert>
  );
}

const KEEP = [
  { value: '0', label: 'End it now' },
  { value: '1', label: 'Keep it for an hour' },
  { value: '24', label: 'Keep it for a day' },
  { value: '168', label: 'Keep it for a week' },
];

/** Gives a key a new secret. Endpoints, clients, guards and domains stay. */
function RollKey({ of: { id } }: { of: { id: string } }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <RightButton action="keys.change" variant="default" onClick={open}>
        Roll
      </RightButton>
      <SecretForm
        title="Roll the key"
        madeTitle="Your new key"
        opened={opened}
        onClose={close}
        toSecret={({ key, curl }: Rolled) => ({ what: 'key', value: key, curl })}
        form={(onMade) => <RollForm id={id} onMade={onMade} />}
      />
    </>
  );
}

type Rolled = Answer<'POST /keys/:id/roll'>;

function RollForm({ id, onMade }: { id: string; onMade: (rolled: Rolled) => void }) {
  const form = useForm(
    { keep: '24' as string | null },
    ({ keep }) => call('POST /keys/:id/roll', { id, body: { keep_hours: Number(keep) } }),
    { onDone: onMade },
  );
  return (
    <Form form={form} button="Roll the key">
      <Text>
        You get a new key. Its webhooks, OAuth clients, domains, IP allowlist and certificates stay the same, and links
        you have published keep earning.
      </Text>
      <Select label="The old key" data={KEEP} allowDeselect={false} {...form.field('keep')} />
    </Form>
  );
}
