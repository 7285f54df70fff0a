import { Alert } from '@mantine/core';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { utc } from '../../parts/times.ts';

/** That nothing is paid to a new account yet, and why. Nothing once it is. */
export function PaysFrom({ at }: { at: string | null }) {
  if (at === null || Date.parse(at) <= Date.now()) return null;
  return (
    <Alert color="yellow" title="This account is new" mb="md">
      Nothing is paid to it before {utc(new Date(at))} (<RelativeTime at={at} />
      ). What is due before waits until then. If nobody in your company changed it, set the right account and tell us at
      once.
    </Alert>
  );
}
