import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './FilterBar.module.css';

interface Props {
  /** For screen readers. */
  label: string;
  /** Takes all away; undefined while none is set. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** The filters of a list or chart, above it. On a phone, many of them are folded: the first two and those in use stay. */
export function FilterBar({ label, onClear, children }: Props) {
  const [open, { toggle }] = useDisclosure(false);
  return (
    <search className={classes.bar} aria-label={label} data-open={open || undefined}>
      {children}
      <Button className={classes.more} size="xs" variant="default" aria-expanded={open} onClick={toggle}>
        {open ? 'Fewer filters' : 'More filters'}
      </Button>
      {onClear && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
