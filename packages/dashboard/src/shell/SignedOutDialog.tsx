import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, read } from '../api/client.ts';
import { forgetEverything } from '../api/query-client.ts';
import { useKeepSession, useSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { ProblemText } from '../parts/ProblemText.tsx';
import { SecondStepForm } from '../parts/SecondStepForm.tsx';
import { toastDone } from '../parts/toast.ts';

/** The session ended during work: the member signs in again by a link in another tab, and keeps the typed text. */
export function SignedOutDialog({ opened, onDone }: { opened: boolean; onDone: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={() => {}}
      withCloseButton={false}
      title="Your session has ended"
      overlayProps={{ blur: 8 }}
    >
      <SignInAgain onDone={onDone} />
    </Dialog>
  );
}

function SignInAgain({ onDone }: { onDone: () => void }) {
  const { member } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const keep = useKeepSession();
  const goOn = (session: Session) => {
    keep(session);
    onDone();
    toastDone('You are signed in again. What you typed hasn’t been sent yet.');
    void client.invalidateQueries();
  };
  const { data: again } = useQuery({
    queryKey: ['session-again'],
    queryFn: ({ signal }) => read('GET /session', {}, signal),
    refetchInterval: 3_000,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer matters
  useEffect(() => {
    if (!again) return;
    // Another member signed in: these pages are not theirs.
    if (again.member.id !== member.id) window.location.reload();
    else if (!again.second_step.owed) goOn(again);
  }, [again]);
  const asking = useMutation({
    mutationFn: () => call('POST /session/request-link', { body: { email: member.email } }),
  });
  const leave = () => navigate({ to: '/sign-in' }).then(forgetEverything);
  return (
    <Stack gap="md">
      <Text>Sign in again to continue. What you typed on this page stays here.</Text>
      {again?.second_step.owed && <SecondStepForm second_step={again.second_step} onTaken={goOn} />}
      {!again && asking.isSuccess && (
        <Text role="status">
          We sent a link to <strong>{member.email}</strong>. Open it in this browser, then come back to this tab.
        </Text>
      )}
      {!again && !asking.isSuccess && (
        <Button data-autofocus loading={asking.isPending} onClick={() => asking.mutate()}>
          Email me a link
        </Button>
      )}
      <ProblemText error={asking.error} />
      <Anchor component="button" type="button" size="sm" onClick={leave}>
        Leave this page
      </Anchor>
    </Stack>
  );
}
