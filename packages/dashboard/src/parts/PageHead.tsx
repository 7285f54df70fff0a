import { Title } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { AnchorLink } from './AnchorLink.tsx';
import classes from './PageHead.module.css';
import { useTitle } from './use-title.ts';

interface Props {
  title: string;
  /** Beside the title: a state. */
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The list that the page's object is of. */
  back?: { to: string; label: string };
}

/** What a page is about and what can be done on it. */
export function PageHead({ title, mark, lead, actions, back }: Props) {
  useTitle(title);
  return (
    <header className={classes.head}>
      {back && (
        <AnchorLink to={back.to} className={classes.back}>
          <ArrowLeft size={14} aria-hidden /> {back.label}
        </AnchorLink>
      )}
      <div className={classes.line}>
        <div className={classes.words}>
          <div className={classes.title}>
            <Title order={1} size="h2">
              {title}
            </Title>
            {mark}
          </div>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
