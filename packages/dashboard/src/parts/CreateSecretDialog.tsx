import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SecretOnce } from './SecretOnce.tsx';

interface Created {
  /** The command that tries it. */
  curl?: string;
}

interface Props<T extends Created> {
  /** What is made: `key`, `client`. */
  what: string;
  opened: boolean;
  onClose: () => void;
  /** The secret of what was made, and what people call it. */
  secretOf: (created: T) => { name: string; value: string };
  form: (onCreated: (created: T) => void) => ReactNode;
}

/**
 * Makes something that has a secret, by a form, and shows the secret once. Closing by accident would lose it, so then
 * only the button closes.
 */
export function CreateSecretDialog<T extends Created>({ what, opened, onClose, secretOf, form }: Props<T>) {
  const [created, setCreated] = useState<T | null>(null);
  const end = () => {
    setCreated(null);
    onClose();
  };
  const secret = created && secretOf(created);
  return (
    <Modal
      opened={opened}
      onClose={end}
      title={created ? `Your new ${what}` : `Create a ${what}`}
      size="lg"
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
    >
      {secret ? (
        <SecretOnce what={secret.name} value={secret.value} curl={created?.curl} onDone={end} />
      ) : (
        form(setCreated)
      )}
    </Modal>
  );
}
