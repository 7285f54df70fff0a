import { lazy, Suspense, useEffect, useState } from 'react';
import { type Asked, provideSecondStep } from '../api/second-step-gate.ts';

const SecondStepDialog = lazy(() => import('./SecondStepDialog.tsx').then((it) => ({ default: it.SecondStepDialog })));

interface Open {
  asked: Asked;
  settle: (taken: boolean) => void;
}

/** Opens the dialog of the second step when a call needs it, and lets the call go on. The dialog is loaded for the first. */
export function SecondStep() {
  const [open, setOpen] = useState<Open | null>();
  useEffect(() => provideSecondStep((asked) => new Promise((resolve) => setOpen({ asked, settle: resolve }))), []);
  const end = (taken: boolean) => {
    open?.settle(taken);
    setOpen(null);
  };
  return <Suspense>{open !== undefined && <SecondStepDialog asked={open?.asked ?? null} onEnd={end} />}</Suspense>;
}
