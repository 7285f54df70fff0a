import type { ReactNode } from 'react';
import classes from './DescriptionList.module.css';

/** A name with its value; false: left out. */
export type Fact = [name: string, value: ReactNode] | false;

/** Names and values in two columns. */
export function DescriptionList({ items }: { items: readonly Fact[] }) {
  return (
    <dl className={classes.list}>
      {items
        .filter((item) => item !== false)
        .map(([name, value]) => (
          <div key={name} className={classes.item}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
