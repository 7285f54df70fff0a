import { Text } from '@mantine/core';
import { isProblem, textAtField, toText } from '../api/problem.ts';

interface Props {
  error: unknown;
  /** What to say where the one thing that was entered is refused. */
  refused?: string;
  /** The fields that show their own faults: this part is empty then. */
  fields?: readonly string[];
}

/** What went wrong, where it went wrong. Nothing while nothing did. */
export function ProblemText({ error, refused, fields }: Props) {
  if (!error || fields?.some((field) => textAtField(error, field))) return null;
  return (
    <Text role="alert" c="var(--mantine-color-error)" size="sm" style={{ whiteSpace: 'pre-line' }}>
      {isProblem(error) ? (isProblem(error, 'invalid_request') && refused) || toText(error) : browserText(error)}
    </Text>
  );
}

/** A passkey's dialog that was closed, or that the browser refused. */
function browserText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'The passkey wasn’t used. Try again when you’re ready.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for you.';
  return toText(error);
}
