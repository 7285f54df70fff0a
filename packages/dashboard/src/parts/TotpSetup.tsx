import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { query } from '../api/queries.ts';
import type { Session } from '../api/types.ts';
import { CopyLine } from './CopyAction.tsx';
import { ProblemText } from './ProblemText.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import classes from './TotpSetup.module.css';

const APP_ONLY = { has_totp: true, passkeys: 0 };

/** Shows the secret of a new authenticator app, and takes the first code of it, which confirms it. */
export function TotpSetup({ onTaken }: { onTaken: (session: Session) => void }) {
  const { data, error } = useQuery({
    ...query('POST /totp/start'),
    // Each call makes a new secret.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  if (error) return <ProblemText error={error} />;
  return (
    <Stack gap="md">
      <Group align="flex-start" gap="lg">
        <div className={classes.code}>
          {data ? (
            <QRCodeSVG value={data.uri} size={148} title="QR code for the authenticator app" />
          ) : (
            <Skeleton h={148} w={148} />
          )}
        </div>
        <Stack gap="xs" className={classes.text}>
          <Text size="sm">Scan the code with your authenticator app, or enter the secret:</Text>
          {data ? <CopyLine value={data.secret} what="secret" /> : <Skeleton h={36} />}
        </Stack>
      </Group>
      <SecondStepForm second_step={APP_ONLY} confirm="POST /totp/confirm" onTaken={onTaken} />
    </Stack>
  );
}
