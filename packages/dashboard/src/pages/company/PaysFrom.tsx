import { Alert } from '@mantine/core';
import { utc } from '../../parts/times.ts';

/** That nothing is paid to a new account yet, and why. @param at null: it is paid. */
export function PaysFrom({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <Alert color="yellow" title="This account is new" mb="md">
      We make no payments to it before {utc(new Date(at))}. Payments due earlier wait until then. If nobody in your
      company changed it, set the right account and contact us immediately.
    </Alert>
  );
}
