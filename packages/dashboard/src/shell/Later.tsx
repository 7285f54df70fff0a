import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadWindow } from '../parts/Dialog.tsx';

const none = () => null;
const Toasts = lazy<() => ReactNode>(() =>
  import('./Toasts.tsx').then(
    (it) => ({ default: it.Toasts }),
    // Without a network the page goes on.
    () => ({ default: none }),
  ),
);

/** Loads the code of toasts and dialogs when the member first moves, types or taps: no page shows them before. */
export function Later() {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    const first = new AbortController();
    const load = () => {
      first.abort();
      setMoved(true);
      void loadWindow().catch(none);
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(type, load, { signal: first.signal });
    return () => first.abort();
  }, []);
  return <Suspense>{moved && <Toasts />}</Suspense>;
}
