import { lazy, Suspense, useEffect, useState } from 'react';
import { provideSecondStep, type StepReason } from '../api/second-step-gate.ts';

const SecondStepDialog = lazy(() => import('./SecondStepDialog.tsx').then((it) => ({ default: it.SecondStepDialog })));

interface Open {
  reason: StepReason;
  settle: (taken: boolean) => void;
}

/** Opens the dialog of the second step when a call needs it, and lets the call go on. The dialog is loaded for the first. */
export function SecondStep() {
  const [open, setOpen] = useState<Open | null>();
  useEffect(() => provideSecondStep((reason) => new Promise((resolve) => setOpen({ reason, settle: resolve }))), []);
  const end = (taken: boolean) => {
    open?.settle(taken);
    setOpen(null);
  };
  return <Suspense>{open !== undefined && <SecondStepDialog reason={open?.reason ?? null} onEnd={end} />}</Suspense>;
}
