import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './AccountButton.tsx';

const load = () => import('./OpenAccountMenu.tsx');
const OpenAccountMenu = lazy(() => load().then((it) => ({ default: it.OpenAccountMenu })));

/** Who is signed in, and the way out. The menu itself is loaded when the pointer or the focus reaches the button. */
export function AccountMenu() {
  const [wanted, setWanted] = useState(false);
  if (!wanted) {
    return <AccountButton aria-haspopup="menu" onPointerEnter={load} onFocus={load} onClick={() => setWanted(true)} />;
  }
  return (
    <Suspense fallback={<AccountButton aria-haspopup="menu" loading />}>
      <OpenAccountMenu />
    </Suspense>
  );
}
