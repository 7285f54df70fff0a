import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterBar.module.css';

interface Props {
  /** For screen readers. */
  label: string;
  /** Takes all away; undefined while none is set. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** The filters of a list or chart, above it. */
export function FilterBar({ label, onClear, children }: Props) {
  return (
    <search className={classes.bar} aria-label={label}>
      {children}
      {onClear && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
