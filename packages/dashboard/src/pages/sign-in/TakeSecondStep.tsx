import { Anchor, Stack, Text, Title } from '@mantine/core';
import { call } from '../../api/client.ts';
import { forgetEverything } from '../../api/query-client.ts';
import type { Session } from '../../api/types.ts';
import { SecondStepForm } from '../../parts/SecondStepForm.tsx';

/** A session that owes its second step may do nothing else. */
export function TakeSecondStep({ session, onTaken }: { session: Session; onTaken: (session: Session) => void }) {
  const leave = async () => {
    await call('POST /session/sign-out');
    await forgetEverything();
  };
  return (
    <Stack>
      <Title order={1} size="h2">
        One more step
      </Title>
      <Text c="dimmed">
        You are signing in to {session.company.name} as {session.member.email}.
      </Text>
      <SecondStepForm second_step={session.second_step} onTaken={onTaken} />
      <Anchor component="button" type="button" size="sm" onClick={leave}>
        Sign in as someone else
      </Anchor>
      <Text size="sm" c="dimmed">
        Lost your phone? An owner of your company can remove your second step.
      </Text>
    </Stack>
  );
}
