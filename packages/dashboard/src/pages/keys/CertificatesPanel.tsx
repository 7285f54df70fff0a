import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { Certificate, KeyDetail } from '../../api/types/keys.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { When } from '../../parts/When.tsx';
import { PinCertificateDialog } from './PinCertificateDialog.tsx';
import { useKeyChange } from './use-key-change.ts';

/** The client certificates one of which a call must bring; none while there are none. */
export function CertificatesPanel({ of: key }: { of: KeyDetail }) {
  const [pinning, pin] = useDisclosure(false);
  const [leaving, setLeaving] = useState<Certificate | null>(null);
  const unpinning = useKeyChange(({ sha256 }: Certificate) => post(`/keys/${key.id}/certificates/${sha256}/remove`), {
    done: 'The certificate was removed.',
    onDone: () => setLeaving(null),
  });
  const list = key.certificate_list;
  return (
    <Panel
      title="Pinned certificates"
      lead="With a certificate pinned, calls without it are refused. Pin the next one before the last ends."
      flush={list.length > 0}
      actions={
        <RightButton action="keys.change" variant="default" onClick={pin.open}>
          Pin a certificate
        </RightButton>
      }
    >
      {list.length === 0 ? (
        <Text size="sm">None: the key works without a client certificate.</Text>
      ) : (
        <DataTable
          label="Pinned certificates"
          rows={list}
          keyOf={({ sha256 }) => sha256}
          columns={[
            { title: 'Subject', cell: ({ subject }) => subject },
            { title: 'Ends', cell: ({ not_after: at }) => <When at={at} /> },
            { title: 'SHA-256', cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code> },
            {
              title: 'Actions',
              hideTitle: true,
              numeric: true,
              cell: (certificate) => (
                <RightButton action="keys.change" size="xs" variant="default" onClick={() => setLeaving(certificate)}>
                  Remove
                </RightButton>
              ),
            },
          ]}
        />
      )}
      <PinCertificateDialog keyId={key.id} opened={pinning} onClose={pin.close} />
      <ConfirmDialog
        title="Remove this certificate?"
        verb="Remove the certificate"
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && unpinning.mutate(leaving)}
        pending={unpinning.isPending}
        error={unpinning.error}
      >
        <Text>
          {list.length === 1
            ? 'It is the last one: the key then works without a certificate.'
            : 'Calls that bring it are refused at once.'}
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}
