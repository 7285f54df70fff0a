import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { keysQuery } from '../../api/queries.ts';
import type { Endpoint } from '../../api/types.ts';
import { ConfirmDialog, Dialog } from '../../parts/Dialog.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { KINDS } from './endpoints.tsx';
import { TypeChoice } from './TypeChoice.tsx';

/** Choose the types of a webhook; set a header; disable, enable, remove. */
export function EndpointActions({ of: endpoint }: { of: Endpoint }) {
  const navigate = useNavigate();
  const [leaving, leave] = useDisclosure(false);
  const [choosing, choose] = useDisclosure(false);
  const [naming, name] = useDisclosure(false);
  const { id } = endpoint;
  const { one, path: list } = KINDS[endpoint.kind];
  const enabling = useChange(() => call('POST /endpoints/:id/enable', { id }), {
    done: `The ${one} is enabled.`,
    toastError: true,
  });
  const disabling = useChange(() => call('POST /endpoints/:id/disable', { id }), {
    done: `The ${one} is disabled. We keep its deliveries for 30 days.`,
    toastError: true,
  });
  const removing = useChange(() => call('POST /endpoints/:id/remove', { id }), {
    done: `The ${one} was removed.`,
    onDone: () => navigate({ to: list }),
  });
  return (
    <>
      {endpoint.kind === 'webhook' && (
        <RightButton action="webhooks.change" variant="default" onClick={choose.open}>
          Choose events
        </RightButton>
      )}
      <RightButton action="webhooks.secret" variant="default" onClick={name.open}>
        Set a header
      </RightButton>
      {endpoint.status === 'disabled' ? (
        <RightButton action="webhooks.change" change={enabling}>
          Enable
        </RightButton>
      ) : (
        <RightButton action="webhooks.change" variant="default" change={disabling}>
          Disable
        </RightButton>
      )}
      <RightButton action="webhooks.change" variant="light" color="red" onClick={leave.open}>
        Remove
      </RightButton>
      <Dialog opened={choosing} onClose={choose.close} title="Choose what this webhook receives">
        <TypesForm of={endpoint} onDone={choose.close} />
      </Dialog>
      <Dialog opened={naming} onClose={name.close} title="Set a header">
        <HeaderForm of={endpoint} onDone={name.close} />
      </Dialog>
      <ConfirmDialog
        title={`Remove this ${one}?`}
        verb={`Remove the ${one}`}
        typed={id.slice(-4)}
        opened={leaving}
        onClose={leave.close}
        change={removing}
      >
        <Text>
          We stop sending to <code>{endpoint.url}</code> and discard its pending deliveries. To pause it, disable it
          instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}

/** Chooses the types of changes that a webhook receives. */
function TypesForm({ of: endpoint, onDone }: { of: Endpoint; onDone: () => void }) {
  const { data: keys } = useQuery(keysQuery(endpoint.mode));
  const form = useForm(
    { events: endpoint.events },
    (body) => call('POST /endpoints/:id/types', { id: endpoint.id, body }),
    { done: 'Saved. It counts for changes from now on.', onDone },
  );
  const { events } = form.values;
  const key = keys?.data.find(({ id }) => id === endpoint.key_id);
  return (
    <Form form={form} button="Save" disabled={events.length === 0}>
      <TypeChoice keyKind={key?.kind} {...form.field('events')} />
    </Form>
  );
}

/** Sets or removes the header that each attempt of an endpoint carries. */
function HeaderForm({ of: endpoint, onDone }: { of: Endpoint; onDone: () => void }) {
  const send = (header: { name: string; value: string } | null) =>
    call('POST /endpoints/:id/header', { id: endpoint.id, body: { header } });
  const form = useForm(
    { name: endpoint.header_name ?? '', value: '' },
    ({ name, value }) => send({ name: name.trim(), value: value.trim() }),
    { done: 'Saved. Each request carries the header from now on.', onDone },
  );
  const removing = useChange(() => send(null), { done: 'The header was removed.', onDone });
  const { name, value } = form.values;
  return (
    <>
      <Form form={form} button="Save" disabled={name.trim() === '' || value.trim() === ''}>
        <Text size="sm" c="dimmed">
          For a gateway in front of your receiver that asks for a token. To check that a request is ours, verify its
          signature.
        </Text>
        <TextInput label="Header" placeholder="X-Gateway-Token" {...form.field('name')} />
        <PasswordInput
          label="Value"
          description="We encrypt it and never show it again."
          autoComplete="off"
          {...form.field('value')}
        />
      </Form>
      {endpoint.header_name !== null && (
        <Button fullWidth mt="sm" variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
          Remove the header
        </Button>
      )}
    </>
  );
}
