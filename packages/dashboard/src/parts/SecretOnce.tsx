import { Alert, Button, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { CodeBlock } from './CodeBlock.tsx';
import { CopyLine } from './CopyLine.tsx';

interface Props {
  /** What it is: `key`, `secret`. */
  what: string;
  value: string;
  curl?: string;
  onDone: () => void;
}

/** A secret that is shown this once, with the command that tries it. */
export function SecretOnce({ what, value, curl, onDone }: Props) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
        Copy the {what} now. We keep only a hash of it, so nobody can show it again.
      </Alert>
      <CopyLine value={value} what={what} />
      {curl && (
        <>
          <Text size="sm">Try it:</Text>
          <CodeBlock label="Command" code={curl} />
        </>
      )}
      <Button onClick={onDone}>I have copied it</Button>
    </Stack>
  );
}
