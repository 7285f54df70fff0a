import { useEffect, useState } from 'react';
import { type Asked, provideSecondStep } from '../api/second-step-gate.ts';
import { useSession } from '../api/session.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { SecondStepForm } from '../parts/SecondStepForm.tsx';
import { SecondStepSetup } from '../parts/SecondStepSetup.tsx';

interface Open {
  asked: Asked;
  settle: (taken: boolean) => void;
}

const TITLES: Record<Asked, string> = {
  again: 'Confirm it’s you',
  missing: 'Set up a second step first',
};

/** Asks for the second step when a call needs it, and lets the call go on. */
export function SecondStepDialog() {
  const { second_step } = useSession();
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => provideSecondStep((asked) => new Promise((resolve) => setOpen({ asked, settle: resolve }))), []);
  const end = (taken: boolean) => {
    open?.settle(taken);
    setOpen(null);
  };
  return (
    <Dialog opened={open !== null} onClose={() => end(false)} title={open && TITLES[open.asked]} size="md">
      {open?.asked === 'again' && (
        <SecondStepForm
          second_step={second_step}
          why="For your security, confirm it’s you. We ask again after 15 minutes."
          onTaken={() => end(true)}
        />
      )}
      {open?.asked === 'missing' && <SecondStepSetup onTaken={() => end(true)} />}
    </Dialog>
  );
}
