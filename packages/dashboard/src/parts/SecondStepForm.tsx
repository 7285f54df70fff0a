import { Button, Divider, PinInput, Stack, Text } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../api/client.ts';
import { useKeepSession } from '../api/session.ts';
import type { Session } from '../api/types/session.ts';
import { ProblemText } from './ProblemText.tsx';

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

interface Props {
  session?: Pick<Session, 'second_step'>;
  why?: string;
  onTaken: (session: Session) => void;
}

/** A code of the authenticator app, or a passkey. */
export function SecondStepForm({ session, why, onTaken }: Props) {
  const keep = useKeepSession();
  const [code, setCode] = useState('');
  const taken = (next: Session) => {
    keep(next);
    onTaken(next);
  };
  const byCode = useMutation({
    mutationFn: (digits: string) => post<Session>('/session/second-step', { code: digits }),
    onSuccess: taken,
    onError: () => setCode(''),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await post<{ options: PasskeyOptions }>('/session/passkey/start');
      const credential = await startAuthentication({ optionsJSON: options });
      return post<Session>('/session/passkey', { credential });
    },
    onSuccess: taken,
  });
  const { has_totp: hasApp, passkeys } = session?.second_step ?? { has_totp: true, passkeys: 1 };
  return (
    <Stack gap="md">
      {why && <Text c="dimmed">{why}</Text>}
      {hasApp && (
        <Stack gap="xs" component="form" onSubmit={(event) => event.preventDefault()}>
          <Text fw={500} id="code-label">
            Code of your authenticator app
          </Text>
          <PinInput
            length={6}
            type="number"
            oneTimeCode
            autoFocus
            aria-label="Code of your authenticator app"
            getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of 6` })}
            value={code}
            onChange={setCode}
            onComplete={(digits) => byCode.mutate(digits)}
            disabled={byCode.isPending}
            error={byCode.isError}
          />
          <ProblemText error={byCode.error} />
        </Stack>
      )}
      {hasApp && passkeys > 0 && <Divider label="or" />}
      {passkeys > 0 && (
        <Stack gap="xs">
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a passkey
          </Button>
          <ProblemText error={byPasskey.error} />
        </Stack>
      )}
    </Stack>
  );
}
