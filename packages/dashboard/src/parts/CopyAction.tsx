import { ActionIcon, CopyButton } from '@mantine/core';
import { Check, Copy } from '../icons/icons.tsx';
import classes from './CopyLine.module.css';

/** @param what names the copied text: `key`, `id`, … */
export function CopyAction({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'green' : 'gray'}
          aria-label={copied ? `Copied: ${what}` : `Copy: ${what}`}
          title={copied ? 'Copied' : 'Copy'}
          onClick={copy}
        >
          {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

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
