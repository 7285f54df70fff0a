import { Button, Group, Modal, type ModalProps, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemText } from './ProblemText.tsx';

/** A dialog. Of several, the last opened has the keyboard and is seen; those below keep what was typed. */
export function Dialog(props: Omit<ModalProps, 'stackId' | 'zIndex'>) {
  return <Modal stackId={useId()} {...props} />;
}

interface Props {
  title: string;
  /** On the button: what it does. */
  verb: string;
  /** To be typed, where what is destroyed cannot be had back. */
  typed?: string;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The change to confirm. Closing the dialog clears its error; while it is pending the dialog stays open. */
  change: { isPending: boolean; error: unknown; reset: () => void };
  children: ReactNode;
}

/** Asks once more before something is destroyed. */
export function ConfirmDialog(props: Props) {
  const { title, opened, change } = props;
  const close = () => {
    if (change.isPending) return;
    // What succeeded stays: a new secret is shown from it.
    if (change.error) change.reset();
    props.onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Question {...props} onClose={close} />
    </Dialog>
  );
}

function Question({ verb, typed, onClose, onConfirm, change, children }: Props) {
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
        <ProblemText error={change.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red.9"
            loading={change.isPending}
            disabled={typed !== undefined && text.trim() !== typed}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
