import { Text } from '@mantine/core';
import { isProblem, wordsOf } from '../api/problem.ts';

interface Props {
  error: unknown;
  /** What to say where the one thing that was entered is refused. */
  field?: string;
}

/** What went wrong, where it went wrong. Nothing while nothing did. */
export function ProblemText({ error, field }: Props) {
  if (!error) return null;
  return (
    <Text role="alert" c="var(--mantine-color-error)" size="sm">
      {isProblem(error) ? (isProblem(error, 'invalid_request') && field) || wordsOf(error) : browserWords(error)}
    </Text>
  );
}

/** A passkey's dialog that was closed, or that the browser refused. */
function browserWords(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'The passkey was not used. Try again when you are ready.';
  if (name === 'InvalidStateError') return 'This device has a passkey for you already.';
  return wordsOf(error);
}
