import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client.ts';
import { query, sessionQuery } from '../../api/queries.ts';
import { useKeepSession } from '../../api/session.ts';
import type { Session } from '../../api/types.ts';
import { keepAskedPage, pageAt, takeAskedPage } from '../../page-address.ts';
import { CenteredPage } from '../../parts/CenteredPage.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { AskForLink } from './AskForLink.tsx';

const TakeSecondStep = lazy(() => import('./TakeSecondStep.tsx').then((it) => ({ default: it.TakeSecondStep })));

/** Shorter ones are no tokens. */
const SHORTEST = 20;

/**
 * `/dashboard/sign-in`: a link by mail, the page that the link leads to, and the second step. The link's token stands behind
 * `#`, so that no server sees it when the page is opened.
 */
export function SignInPage() {
  const { back } = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [used, setUsed] = useState<string | null>(null);
  const token = hash.length > SHORTEST && hash !== used ? hash : null;
  const { data: session } = useQuery({ ...sessionQuery, enabled: token === null });

  const goOn = (signedIn: Session) => {
    // Used up: it need not stand in the history.
    setUsed(hash);
    const kept = takeAskedPage();
    const asked = back ?? kept;
    if (signedIn.second_step.owed) return void navigate({ to: '/sign-in', search: { back: asked }, replace: true });
    void navigate({ ...(pageAt(asked) ?? { to: '/' }), replace: true });
  };
  const keep = () => {
    if (back) keepAskedPage(back);
  };
  const owed = token === null && session?.second_step.owed === true;
  return (
    <CenteredPage title="Sign in">
      {owed && (
        <Suspense>
          <TakeSecondStep session={session} onTaken={goOn} />
        </Suspense>
      )}
      {!owed && token !== null && (
        <UseLink key={token} token={token} onOpened={goOn} onRefused={() => setUsed(token)} />
      )}
      {!owed && token === null && <AskForLink session={session} onAsked={keep} onGoOn={goOn} />}
    </CenteredPage>
  );
}

interface Props {
  token: string;
  onOpened: (session: Session) => void;
  onRefused: () => void;
}

/** The page of a mailed link, which says whom it signs in. A person presses the button: programs that look into mails follow links, and press nothing. */
function UseLink({ token, onOpened, onRefused }: Props) {
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
