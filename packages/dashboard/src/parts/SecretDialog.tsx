import { Alert, Button, Group, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { CopyLine } from './CopyLine.tsx';
import { Dialog } from './Dialog.tsx';

/** What is shown this once. */
export interface Secret {
  /** What it is: `key`, `secret`. */
  what: string;
  value: string;
  /** The command that tries it. */
  curl?: string;
}

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Null: not made yet, and `children` are shown. */
  secret: Secret | null;
  children?: ReactNode;
}

/**
 * Shows a secret once. Escape, a click beside the dialog, another page and the tab's end would lose it for good, so they ask
 * first.
 */
export function SecretDialog({ title, opened, onClose, secret, children }: Props) {
  const [asks, setAsks] = useState(false);
  const shown = opened && secret !== null;
  const leaving = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    disabled: !shown,
    withResolver: true,
  });
  const blocked = leaving.status === 'blocked';
  const stay = () => {
    setAsks(false);
    leaving.reset?.();
  };
  const end = () => {
    setAsks(false);
    onClose();
    leaving.proceed?.();
  };
  return (
    <Dialog opened={opened} onClose={shown ? () => setAsks(true) : onClose} title={title} size="lg">
      {secret ? (
        <Stack gap="md">
          <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
            Copy the {secret.what} now. We keep only a hash of it, so nobody can show it again.
          </Alert>
          <CopyLine value={secret.value} what={secret.what} />
          {secret.curl && <CodeBlock label="Try it" code={secret.curl} />}
          {asks || blocked ? (
            <>
              <Alert color="red" role="alert" title={`Have you copied the ${secret.what}?`}>
                You can’t see it again after you close this.
              </Alert>
              <Group gap="xs" justify="flex-end">
                <Button variant="default" autoFocus onClick={stay}>
                  Back to the {secret.what}
                </Button>
                <Button color="red.9" onClick={end}>
                  Close
                </Button>
              </Group>
            </>
          ) : (
            <Button onClick={end}>I have copied it</Button>
          )}
        </Stack>
      ) : (
        children
      )}
    </Dialog>
  );
}
