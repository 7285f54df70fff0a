import classes from './CodeBlock.module.css';
import { CopyAction } from './CopyAction.tsx';

interface Props {
  code: string;
  /** The title above the code, which also names the copied text. */
  label: string;
  /** Long texts scroll within themselves. */
  tall?: boolean;
}

/** Text that a program reads or writes, to be copied. */
export function CodeBlock({ code, label, tall }: Props) {
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        {label}
        <CopyAction value={code} what={label.toLowerCase()} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <pre className={classes.code} data-tall={tall || undefined} tabIndex={0}>
        {code}
      </pre>
    </figure>
  );
}
