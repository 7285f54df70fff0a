import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { keepAskedPage, pageAt, takeAskedPage } from '../../page-address.ts';
import { CenteredPage } from '../../parts/CenteredPage.tsx';
import { AskForLink } from './AskForLink.tsx';
import { UseLink } from './UseLink.tsx';

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
