import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { forgetEverything } from '../../api/query-client.ts';
import type { Session } from '../../api/types.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { SecondStepForm } from '../../parts/SecondStepForm.tsx';

/** A session that owes its second step may do nothing else. */
export function TakeSecondStep({ session, onTaken }: { session: Session; onTaken: (session: Session) => void }) {
  const leaving = useMutation({ mutationFn: () => call('POST /session/sign-out'), onSuccess: forgetEverything });
  return (
    <Stack>
      <Title order={1} size="h2">
        One more step
      </Title>
      <Text c="dimmed">
        You are signing in to {session.company.name} as {session.member.email}.
      </Text>
      <SecondStepForm second_step={session.second_step} onTaken={onTaken} />
      <Anchor component="button" type="button" size="sm" onClick={() => leaving.mutate()}>
        Sign in as someone else
      </Anchor>
      <ProblemText error={leaving.error} />
      <Text size="sm" c="dimmed">
        Lost your phone? An owner of your company can remove your second step.
      </Text>
    </Stack>
  );
}
