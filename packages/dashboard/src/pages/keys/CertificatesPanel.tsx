import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Certificate, KeyDetail } from '../../api/types.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { PinCertificateDialog } from './PinCertificateDialog.tsx';

/** The pinned client certificates. A call needs any of them; without pinned certificates it needs none. */
export function CertificatesPanel({ of: key }: { of: KeyDetail }) {
  const [pinning, pin] = useDisclosure(false);
  const [leaving, setLeaving] = useState<Certificate | null>(null);
  const unpinning = useChange(
    (sha256: string) => call('POST /keys/:id/certificates/:sha256/remove', { id: key.id, sha256 }),
    { done: 'The certificate was removed.', onDone: () => setLeaving(null) },
  );
  const list = key.certificate_list;
  return (
    <Panel
      title="Pinned certificates"
      intro="We reject calls that don’t present a pinned certificate. Pin the next one before the last expires."
      flush={list.length > 0}
      actions={
        <RightButton action="keys.change" variant="default" onClick={pin.open}>
          Pin a certificate
        </RightButton>
      }
    >
      {list.length === 0 ? (
        <Text size="sm">None. The key works without a client certificate.</Text>
      ) : (
        <DataTable
          label="Pinned certificates"
          rows={list}
          keyOf={({ sha256 }) => sha256}
          columns={[
            { title: 'Subject', kind: 'text', cell: ({ subject }) => subject },
            { title: 'Expires', cell: ({ not_after: at }) => <DateText at={at} /> },
            { title: 'SHA-256', cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code> },
            {
              title: 'Actions',
              hideTitle: true,
              kind: 'number',
              cell: (certificate) => (
                <RightButton
                  action="keys.change"
                  size="xs"
                  variant="default"
                  aria-label={`Remove ${certificate.subject}`}
                  onClick={() => setLeaving(certificate)}
                >
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
        onConfirm={() => leaving && unpinning.mutate(leaving.sha256)}
        change={unpinning}
      >
        <Text>
          {list.length === 1
            ? 'This is the last one. The key will work without a certificate.'
            : 'We reject calls that present it from now on.'}
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}
