import type { Asked } from '../api/second-step-gate.ts';
import { useSession } from '../api/session.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { SecondStepForm } from '../parts/SecondStepForm.tsx';
import { SecondStepSetup } from '../parts/SecondStepSetup.tsx';

const TITLES: Record<Asked, string> = {
  again: 'Confirm it’s you',
  missing: 'Set up a second step first',
};

/** Asks for the second step; closed while `asked` is null. @param onEnd receives whether it was taken. */
export function SecondStepDialog({ asked, onEnd }: { asked: Asked | null; onEnd: (taken: boolean) => void }) {
  const { second_step } = useSession();
  return (
    <Dialog opened={asked !== null} onClose={() => onEnd(false)} title={asked && TITLES[asked]} size="md">
      {asked === 'again' && (
        <SecondStepForm
          second_step={second_step}
          why="For your security, confirm it’s you. We ask again after 15 minutes."
          onTaken={() => onEnd(true)}
        />
      )}
      {asked === 'missing' && <SecondStepSetup onTaken={() => onEnd(true)} />}
    </Dialog>
  );
}
