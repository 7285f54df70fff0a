import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { ProblemText } from './ProblemText.tsx';

interface Props {
  title: string;
  /** On the button: what it does. */
  verb: string;
  /** To be typed, where what is destroyed cannot be had back. */
  typed?: string;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  pending: boolean;
  error: unknown;
  children: ReactNode;
}

/** Asks once more before something is destroyed. */
export function ConfirmDialog(props: Props) {
  const { title, opened, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Question {...props} />
    </Dialog>
  );
}

function Question({ verb, typed, onClose, onConfirm, pending, error, children }: Props) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        {typed !== undefined && (
          <TextInput
            label={
              <>
                Type <code>{typed}</code> to confirm
              </>
            }
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <ProblemText error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={pending} disabled={typed !== undefined && text.trim() !== typed}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
