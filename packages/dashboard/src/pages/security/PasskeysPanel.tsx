import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import type { List } from '../../api/types/common.ts';
import type { Passkey } from '../../api/types/session.ts';
import { AddPasskey } from '../../parts/AddPasskey.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { toastDone, toastProblem } from '../../parts/toast.ts';
import { When } from '../../parts/When.tsx';

/** The member's passkeys. */
export function PasskeysPanel() {
  const client = useQueryClient();
  const [adding, add] = useDisclosure(false);
  const { data } = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => get<List<Passkey>>('/passkeys', {}, signal),
  });
  const removal = useMutation({
    mutationFn: ({ id }: Passkey) => post(`/passkeys/${id}/remove`),
    onSuccess: async () => {
      toastDone('The passkey was removed. Your other sessions have ended.');
      await Promise.all([
        client.invalidateQueries({ queryKey: ['passkeys'] }),
        client.invalidateQueries({ queryKey: ['sessions'] }),
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]);
    },
    onError: toastProblem,
  });
  const none = data?.data.length === 0;
  return (
    <Panel
      title="Passkeys"
      lead="The quickest second step: your finger, your face or a PIN on this device."
      flush={!none}
      actions={
        <Button variant="default" onClick={add.open}>
          Add a passkey
        </Button>
      }
    >
      {none ? (
        <Text size="sm">No passkey yet.</Text>
      ) : (
        <DataTable
          label="Passkeys"
          rows={data?.data}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'Created', cell: ({ created_at: at }) => <When at={at} /> },
            { title: 'Last used', cell: ({ used_at: at }) => <When at={at} /> },
            {
              title: 'Actions',
              hideTitle: true,
              numeric: true,
              cell: (passkey) => (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Remove ${passkey.name}`}
                  loading={removal.isPending && removal.variables.id === passkey.id}
                  onClick={() => removal.mutate(passkey)}
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
