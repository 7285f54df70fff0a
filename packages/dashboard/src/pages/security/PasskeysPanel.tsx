import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { AddPasskey } from '../../parts/SecondStepSetup.tsx';
import { toastDone } from '../../parts/toast.ts';
import { useChange } from '../../parts/use-change.ts';

/** The member's passkeys. */
export function PasskeysPanel() {
  const [adding, add] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /passkeys'));
  const removal = useChange((id: string) => call('POST /passkeys/:id/remove', { id }), {
    done: 'The passkey was removed. Your other sessions have ended.',
    toastError: true,
  });
  const none = data?.data.length === 0;
  return (
    <Panel
      title="Passkeys"
      intro="The quickest second step: your fingerprint, face or PIN."
      flush={!none}
      actions={
        <Button variant="default" onClick={add.open}>
          Add a passkey
        </Button>
      }
    >
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {none ? (
        <Text size="sm">No passkeys yet.</Text>
      ) : (
        <DataTable
          label="Passkeys"
          rows={data?.data ?? (error ? [] : undefined)}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', kind: 'text', cell: ({ name }) => name },
            { title: 'Created', cell: ({ created_at: at }) => <DateText at={at} /> },
            { title: 'Last used', cell: ({ used_at: at }) => <DateText at={at} /> },
            {
              title: 'Actions',
              hideTitle: true,
              kind: 'number',
              cell: (passkey) => (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Remove ${passkey.name}`}
                  loading={removal.isPending && removal.variables === passkey.id}
                  onClick={() => removal.mutate(passkey.id)}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      <Dialog opened={adding} onClose={add.close} title="Add a passkey">
        <AddPasskey
          onAdded={() => {
            add.close();
            toastDone('The passkey is ready.');
          }}
        />
      </Dialog>
    </Panel>
  );
}
