import type { StepReason } from '../api/second-step-gate.ts';
import { useSession } from '../api/session.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { SecondStepForm } from '../parts/SecondStepForm.tsx';
import { SecondStepSetup } from '../parts/SecondStepSetup.tsx';

const TITLES: Record<StepReason, string> = {
  again: 'Confirm it’s you',
  missing: 'Set up a second step first',
};

/** Asks for the second step; closed while `reason` is null. @param onEnd receives whether it was taken. */
export function SecondStepDialog({ reason, onEnd }: { reason: StepReason | null; onEnd: (taken: boolean) => void }) {
  const { second_step } = useSession();
  return (
    <Dialog opened={reason !== null} onClose={() => onEnd(false)} title={reason && TITLES[reason]} size="md">
      {reason === 'again' && (
        <SecondStepForm
          second_step={second_step}
          why="For your security, confirm it’s you. We ask again after 15 minutes."
          onTaken={() => onEnd(true)}
        />
      )}
      {reason === 'missing' && <SecondStepSetup onTaken={() => onEnd(true)} />}
    </Dialog>
  );
}
