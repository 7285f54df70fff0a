import { isProblem } from './problem.ts';

/** `again`: take the second step once more. `missing`: there is none yet, and one must be set up first. */
export type StepReason = 'again' | 'missing';

type Ask = (reason: StepReason) => Promise<boolean>;

let ask: Ask | null = null;

/** The dialog that asks (`shell/SecondStepDialog.tsx`) says here that it is there. @returns what takes it away again. */
export function provideSecondStep(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Whether an error asked for the second step and it was taken now. */
export async function secondStepTaken(error: unknown): Promise<boolean> {
  if (!ask) return false;
  if (isProblem(error, 'second_step_again')) return ask('again');
  if (isProblem(error, 'second_step_missing')) return ask('missing');
  return false;
}
