import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { useKeepSession } from '../../api/session.ts';
import type { Session } from '../../api/types/session.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';

interface Props {
  token: string;
  onOpened: (session: Session) => void;
  onRefused: () => void;
}

/** The page of a mailed link. A person presses the button: programs that look into mails follow links, and press nothing. */
export function UseLink({ token, onOpened, onRefused }: Props) {
  const keep = useKeepSession();
  const opening = useMutation({
    mutationFn: () => post<Session>('/session/open', { token }),
    onSuccess: (session) => {
      keep(session);
      onOpened(session);
    },
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        Sign in
      </Title>
      {opening.isError ? (
        <>
          <ProblemText error={opening.error} />
          <Button onClick={onRefused}>Ask for another link</Button>
        </>
      ) : (
        <>
          <Text c="dimmed">Your link is here. It works once.</Text>
          <Button autoFocus data-autofocus loading={opening.isPending} onClick={() => opening.mutate()}>
            Continue to the dashboard
          </Button>
        </>
      )}
    </Stack>
  );
}
