import classes from './Counted.module.css';
import { count } from './numbers.ts';

interface Props {
  value: number;
  /** `sale` */
  unit: string;
  /** `sales` */
  many?: string;
}

/** A count in a column; on a phone, which shows no titles, with its unit. */
export function Counted({ value, unit, many = `${unit}s` }: Props) {
  return (
    <>
      {count(value)}
      <span className={classes.unit}> {value === 1 ? unit : many}</span>
    </>
  );
}
