import classes from './Badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'act' | 'quiet';

/** A state in a word. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
