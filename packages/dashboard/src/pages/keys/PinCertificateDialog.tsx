import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { textAtField } from '../../api/problem.ts';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { useChange } from '../../parts/use-change.ts';

interface Props {
  keyId: string;
  opened: boolean;
  onClose: () => void;
}

/** Takes a certificate as PEM, shows its facts, and pins it. */
export function PinCertificateDialog({ keyId, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Pin a certificate" size="lg">
      <PinForm keyId={keyId} onDone={onClose} />
    </Dialog>
  );
}

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
