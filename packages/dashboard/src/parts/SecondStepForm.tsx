import { Button, Divider, PinInput, Stack, Text } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { useKeepSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { ProblemText } from './ProblemText.tsx';

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

interface Props {
  second_step: Pick<Session['second_step'], 'has_totp' | 'passkeys'>;
  why?: string;
  /** The operation that takes a code: a different one for the first code of a new app. */
  confirm?: 'POST /session/second-step' | 'POST /totp/confirm';
  onTaken: (session: Session) => void;
}

/** A passkey, which is quicker, or a code of the authenticator app: the factor that the member has. */
export function SecondStepForm({
  second_step: { has_totp: hasApp, passkeys },
  why,
  confirm = 'POST /session/second-step',
  onTaken,
}: Props) {
  const keep = useKeepSession();
  const [code, setCode] = useState('');
  const [refusals, setRefusals] = useState(0);
  const taken = (next: Session) => {
    keep(next);
    onTaken(next);
  };
  const byCode = useMutation({
    mutationFn: (digits: string) => call(confirm, { body: { code: digits } }),
    onSuccess: taken,
    onError: () => {
      setCode('');
      setRefusals(refusals + 1);
    },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await call('POST /session/passkey/start');
      const credential = await startAuthentication({ optionsJSON: options as unknown as PasskeyOptions });
      return call('POST /session/passkey', { body: { credential: { ...credential } } });
    },
    onSuccess: taken,
  });
  const begin = (own: boolean) => own && { autoFocus: true, 'data-autofocus': true };
  return (
    <Stack gap="md">
      {why && <Text c="dimmed">{why}</Text>}
      {passkeys > 0 && (
        <Stack gap="xs">
          <Button {...begin(true)} loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a passkey
          </Button>
          <ProblemText error={byPasskey.error} refused="That passkey didn’t work. Try again." />
        </Stack>
      )}
      {hasApp && passkeys > 0 && <Divider label="or" />}
      {hasApp && (
        <Stack gap="xs" component="form" onSubmit={(event) => event.preventDefault()}>
          <Text fw={500} id="code-label">
            Code from your authenticator app
          </Text>
          <PinInput
            // Another one after a refusal, which has the focus as the first had it.
            key={refusals}
            length={6}
            type="number"
            oneTimeCode
            aria-label="Code from your authenticator app"
            getInputProps={(index) => ({
              'aria-label': `Digit ${index + 1} of 6`,
              ...begin(index === 0 && (passkeys === 0 || refusals > 0)),
            })}
            value={code}
            onChange={setCode}
            onComplete={(digits) => byCode.mutate(digits)}
            disabled={byCode.isPending}
            error={byCode.isError}
          />
          <ProblemText error={byCode.error} refused="That code didn’t work. Wait for the next one and try again." />
        </Stack>
      )}
    </Stack>
  );
}
