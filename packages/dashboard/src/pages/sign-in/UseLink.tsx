import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useKeepSession } from '../../api/session.ts';
import type { Session } from '../../api/types.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';

interface Props {
  token: string;
  onOpened: (session: Session) => void;
  onRefused: () => void;
}

/** The page of a mailed link, which says whom it signs in. A person presses the button: programs that look into mails follow links, and press nothing. */
export function UseLink({ token, onOpened, onRefused }: Props) {
  const keep = useKeepSession();
  const opening = useMutation({
    mutationFn: () => call('POST /session/open', { body: { token } }),
    onSuccess: (session) => {
      keep(session);
      onOpened(session);
    },
  });
  const shown = useQuery({
    ...query('POST /session/link', { body: { token } }),
    staleTime: 'static',
    gcTime: 0,
  });
  const error = opening.error ?? shown.error;
  return (
    <Stack>
      <Title order={1} size="h2">
        Sign in
      </Title>
      {error ? (
        <>
          <ProblemText error={error} />
          <Button onClick={onRefused}>Request another link</Button>
        </>
      ) : (
        <>
          {shown.data ? (
            <Text>
              Sign in to <strong>{shown.data.company_name}</strong> as <strong>{shown.data.email}</strong>.
            </Text>
          ) : (
            <Skeleton h={24} />
          )}
          <Button
            // Made anew as it can be pressed: a disabled button takes no focus.
            key={String(shown.isSuccess)}
            autoFocus
            data-autofocus
            disabled={!shown.isSuccess}
            loading={opening.isPending}
            onClick={() => opening.mutate()}
          >
            Continue to the dashboard
          </Button>
        </>
      )}
    </Stack>
  );
}
