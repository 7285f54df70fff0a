import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CenteredPage.module.css';
import { useTitle } from './PageHead.tsx';

/** A page outside of the shell: signing in, and errors. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <img src="/favicon.ico" alt="" width={32} height={32} />
        Partner Events
      </div>
      <Paper className={classes.card} radius="lg" p="xl" shadow="sm">
        {children}
      </Paper>
    </main>
  );
}
