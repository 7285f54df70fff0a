import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Mode } from '../../api/types/common.ts';
import type { NewClient } from '../../api/types/keys.ts';
import { SecretOnce } from '../../parts/SecretOnce.tsx';
import { CreateClientForm } from './CreateClientForm.tsx';

interface Props {
  mode: Mode;
  opened: boolean;
  onClose: () => void;
}

/** Makes a client, and shows its secret once. */
export function CreateClientDialog({ mode, opened, onClose }: Props) {
  const [created, setCreated] = useState<NewClient | null>(null);
  const end = () => {
    setCreated(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={end}
      title={created ? 'Your new client' : 'Create a client'}
      size="lg"
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
    >
      {created ? (
        <SecretOnce what="secret" value={created.secret} curl={created.curl} onDone={end} />
      ) : (
        <CreateClientForm mode={mode} onCreated={setCreated} />
      )}
    </Modal>
  );
}
