import { lazy, Suspense, useEffect, useState } from 'react';
import { onSignedOut } from '../api/query-client.ts';

const SignedOutDialog = lazy(() => import('./SignedOutDialog.tsx').then((it) => ({ default: it.SignedOutDialog })));

/** Opens a dialog when the session ends while somebody is at work. */
export function SignedOut() {
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => onSignedOut(() => setOpen(true)), []);
  return <Suspense>{open !== null && <SignedOutDialog opened={open} onDone={() => setOpen(false)} />}</Suspense>;
}
