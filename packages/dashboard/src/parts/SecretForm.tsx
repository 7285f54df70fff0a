import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TriangleAlert } from '../icons/icons.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { CopyLine } from './CopyAction.tsx';
import { Dialog } from './Dialog.tsx';

/** The secret, shown only once. */
interface Secret {
  /** Its name: `key`, `secret`. */
  what: string;
  value: string;
  /** The command that tries it. */
  curl?: string;
  /** Whether the documentation can fill it in: a test key, for this tab. */
  documented?: boolean;
}

/** Where `/docs` looks for the reader's key (`api/docs/assets/key.js`). A tab that this one opens begins with a copy. */
function fillIntoDocs(key: string): void {
  sessionStorage.setItem('partner-events.docs.key', key);
}

interface Props<Made> {
  title: string;
  /** Over the secret. */
  madeTitle: string;
  opened: boolean;
  onClose: () => void;
  toSecret: (made: Made) => Secret;
  form: (onMade: (made: Made) => void) => ReactNode;
}

/**
 * Makes a secret by a form, in a dialog, and shows it once. Escape, a click outside the dialog, another page and the
 * tab's end would lose it for good, so they ask first.
 */
export function SecretForm<Made>({ title, madeTitle, opened, onClose, toSecret, form }: Props<Made>) {
  const [made, setMade] = useState<Made | null>(null);
  const [asks, setAsks] = useState(false);
  const leaving = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    disabled: !(opened && made),
    withResolver: true,
  });
  const stay = () => {
    setAsks(false);
    leaving.reset?.();
  };
  const end = () => {
    setAsks(false);
    setMade(null);
    onClose();
    leaving.proceed?.();
  };
  return (
    <Dialog opened={opened} onClose={made ? () => setAsks(true) : onClose} title={made ? madeTitle : title} size="lg">
      {made ? (
        <OnlyOnce secret={toSecret(made)} asks={asks || leaving.status === 'blocked'} onStay={stay} onEnd={end} />
      ) : (
        form(setMade)
      )}
    </Dialog>
  );
}

interface Shown {
  secret: Secret;
  /** Whether the member is about to lose it. */
  asks: boolean;
  onStay: () => void;
  onEnd: () => void;
}

function OnlyOnce({ secret: { what, value, curl, documented }, asks, onStay, onEnd }: Shown) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
        Copy the {what} now. We store only a hash of it, so we can’t show it again.
      </Alert>
      <CopyLine value={value} what={what} />
      {curl && <CodeBlock label="Try it" code={curl} />}
      {documented && (
        <Text size="sm">
          <Anchor href="/docs/quickstart" target="_blank" rel="opener" onClick={() => fillIntoDocs(value)}>
            Open the quickstart with this key filled in
          </Anchor>
        </Text>
      )}
      {asks ? (
        <>
          <Alert color="red" role="alert" title={`Have you copied the ${what}?`}>
            You can’t see it again after you close this.
          </Alert>
          <Group gap="xs" justify="flex-end">
            <Button variant="default" autoFocus onClick={onStay}>
              Back to the {what}
            </Button>
            <Button color="red.9" onClick={onEnd}>
              Close
            </Button>
          </Group>
        </>
      ) : (
        <Button onClick={onEnd}>I have copied it</Button>
      )}
    </Stack>
  );
}
