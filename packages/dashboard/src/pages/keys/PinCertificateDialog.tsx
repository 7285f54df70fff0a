import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import type { Certificate } from '../../api/types/keys.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { When } from '../../parts/When.tsx';
import { useKeyChange } from './use-key-change.ts';

interface Props {
  keyId: string;
  opened: boolean;
  onClose: () => void;
}

/** Takes a certificate as PEM, shows what it is, and pins it. */
export function PinCertificateDialog({ keyId, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Pin a certificate" size="lg">
      <PinForm keyId={keyId} onDone={onClose} />
    </Dialog>
  );
}

function PinForm({ keyId, onDone }: { keyId: string; onDone: () => void }) {
  const [pem, setPem] = useState('');
  const path = `/keys/${keyId}/certificates`;
  const checking = useMutation({ mutationFn: () => post<Certificate>(path, { pem, check: true }) });
  const pinning = useKeyChange(() => post<Certificate>(path, { pem }), { done: 'The certificate is pinned.', onDone });
  const error = checking.error ?? pinning.error;
  const atField = isProblem(error) ? error.fields.pem : undefined;
  const found = checking.data;
  return (
    <Stack gap="md">
      <Textarea
        label="Certificate"
        description="As PEM. The private key stays with you."
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
        error={atField && sentence(atField)}
      />
      {found && (
        <Facts
          facts={[
            ['Subject', found.subject],
            ['Ends', <When key="end" at={found.not_after} exact />],
            ['SHA-256', <code key="hash">{found.sha256}</code>],
          ]}
        />
      )}
      {!atField && <ProblemText error={error} />}
      <Group justify="flex-end">
        {found ? (
          <Button loading={pinning.isPending} onClick={() => pinning.mutate(undefined)}>
            Pin it
          </Button>
        ) : (
          <Button loading={checking.isPending} disabled={pem.trim() === ''} onClick={() => checking.mutate()}>
            Check it
          </Button>
        )}
      </Group>
    </Stack>
  );
}
