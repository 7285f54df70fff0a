import { type ReactNode, useState } from 'react';
import { type Secret, SecretDialog } from './SecretDialog.tsx';

interface Props<T> {
  /** What is made: `key`, `client`. */
  what: string;
  opened: boolean;
  onClose: () => void;
  secretOf: (created: T) => Secret;
  form: (onCreated: (created: T) => void) => ReactNode;
}

/** Makes something that has a secret, by a form, and shows the secret once. */
export function CreateSecretDialog<T>({ what, opened, onClose, secretOf, form }: Props<T>) {
  const [created, setCreated] = useState<T | null>(null);
  const end = () => {
    setCreated(null);
    onClose();
  };
  return (
    <SecretDialog
      title={created ? `Your new ${what}` : `Create a ${what}`}
      opened={opened}
      onClose={end}
      secret={created && secretOf(created)}
    >
      {form(setCreated)}
    </SecretDialog>
  );
}
