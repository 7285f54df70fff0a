import classes from './Mark.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'act' | 'quiet';

/** A state in a word. */
export function Mark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  );
}
