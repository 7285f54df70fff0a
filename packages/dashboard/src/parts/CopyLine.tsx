import { CopyAction } from './CopyAction.tsx';
import classes from './CopyLine.module.css';

/** A value on one line, to be copied. @param what its name, for who cannot see the button. */
export function CopyLine({ value, what }: { value: string; what: string }) {
  return (
    <div className={classes.line}>
      <code className={classes.value} data-testid={what}>
        {value}
      </code>
      <CopyAction value={value} what={what} />
    </div>
  );
}
