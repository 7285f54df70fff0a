import { SegmentedControl } from '@mantine/core';
import type { Mode } from '../api/types.ts';
import { useMode, useSwitchMode } from '../page.ts';
import classes from './ModeSwitch.module.css';

const MODES: { value: Mode; label: string }[] = [
  { value: 'test', label: 'Test' },
  { value: 'live', label: 'Live' },
];

/** Chooses the mode of the pages: sample data or real data. */
export function ModeSwitch() {
  const mode = useMode();
  const change = useSwitchMode();
  return (
    <SegmentedControl
      aria-label="Mode"
      size="xs"
      data={MODES}
      value={mode}
      onChange={(value) => change(value as Mode)}
      classNames={{
        indicator: mode === 'test' ? classes.test : classes.live,
        root: classes.root,
        label: classes.label,
      }}
    />
  );
}
