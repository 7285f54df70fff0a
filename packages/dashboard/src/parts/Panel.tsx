import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Panel.module.css';

export interface PanelProps {
  title?: string | undefined;
  intro?: ReactNode;
  actions?: ReactNode;
  /** The content reaches to the edges: a table. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a page, under its own heading. */
export function Panel({ title, intro, actions, flush, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" radius="lg" className={classes.panel} aria-labelledby={title && id}>
      {title && (
        <div className={classes.head}>
          <div className={classes.text}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {intro && <p className={classes.intro}>{intro}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </Paper>
  );
}
