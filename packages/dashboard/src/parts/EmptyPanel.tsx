import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../icons/icons.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './EmptyPanel.module.css';

interface Props {
  icon: Icon;
  title: string;
  text: ReactNode;
  /** The button that ends the emptiness. */
  action?: ReactNode;
  /** What to type instead, or next. */
  snippet?: { label: string; code: string };
}

/** Where nothing is yet: what would be here, and how it comes. */
export function EmptyPanel({ icon: Icon, title, text, action, snippet }: Props) {
  return (
    <Paper radius="lg" className={classes.panel}>
      <span className={classes.icon}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <Title order={2} size="h4">
        {title}
      </Title>
      <p className={classes.text}>{text}</p>
      {action}
      {snippet && (
        <div className={classes.snippet}>
          <CodeBlock label={snippet.label} code={snippet.code} />
        </div>
      )}
    </Paper>
  );
}
