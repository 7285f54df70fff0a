import { Alert } from '@mantine/core';
import { absolute } from '../../parts/times.ts';

/** That nothing is paid to a new account yet, and why. @param at null: it is paid. */
export function PaysFrom({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <Alert color="yellow" title="This account is new" mb="md">
      We can pay it from {absolute(new Date(at))}. What is due earlier waits until then. If nobody in your company
      changed it, set the right account and contact us immediately.
    </Alert>
  );
}
