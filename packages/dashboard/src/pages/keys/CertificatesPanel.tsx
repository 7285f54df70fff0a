import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { textAtField } from '../../api/problem.ts';
import type { Certificate, KeyDetail } from '../../api/types.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { ConfirmDialog, Dialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** The pinned client certificates. A call needs any of them; without pinned certificates it needs none. */
export function CertificatesPanel({ of: key }: { of: KeyDetail }) {
  const [pinning, pin] = useDisclosure(false);
  const [leaving, setLeaving] = useState<Certificate | null>(null);
  const unpinning = useChange(
    () => call('POST /keys/:id/certificates/:sha256/remove', { id: key.id, sha256: leaving?.sha256 ?? '' }),
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
      <Dialog opened={pinning} onClose={pin.close} title="Pin a certificate" size="lg">
        <PinForm keyId={key.id} onDone={pin.close} />
      </Dialog>
      <ConfirmDialog
        title="Remove this certificate?"
        verb="Remove the certificate"
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
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

/** Takes a certificate as PEM, shows its facts, and pins it. */
function PinForm({ keyId, onDone }: { keyId: string; onDone: () => void }) {
  const [pem, setPem] = useState('');
  const send = (check: boolean) => call('POST /keys/:id/certificates', { id: keyId, body: { pem, check } });
  const checking = useMutation({ mutationFn: () => send(true) });
  const pinning = useChange(() => send(false), { done: 'The certificate is pinned.', onDone });
  const error = checking.error ?? pinning.error;
  const found = checking.data;
  return (
    <Stack gap="md">
      <Textarea
        label="Certificate"
        description="In PEM format. Don’t include the private key."
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={6}
        maxRows={12}
        data-autofocus
        value={pem}
        onChange={(event) => {
          setPem(event.currentTarget.value);
          checking.reset();
        }}
        error={textAtField(error, 'pem')}
      />
      {found && (
        <DescriptionList
          items={[
            ['Subject', found.subject],
            ['Expires', <DateText key="end" at={found.not_after} show="time" />],
            ['SHA-256', <code key="hash">{found.sha256}</code>],
          ]}
        />
      )}
      <ProblemText error={error} fields={['pem']} />
      <Group justify="flex-end">
        {found ? (
          <Button loading={pinning.isPending} onClick={() => pinning.mutate()}>
            Pin
          </Button>
        ) : (
          <Button loading={checking.isPending} disabled={pem.trim() === ''} onClick={() => checking.mutate()}>
            Check
          </Button>
        )}
      </Group>
    </Stack>
  );
}
