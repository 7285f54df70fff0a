import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { ArrowLeft } from '../icons/icons.tsx';
import { usePage } from '../page.ts';
import { AnchorLink } from './AnchorLink.tsx';
import classes from './PageHead.module.css';

interface Props {
  /** The page's name in the navigation unless given. */
  title?: string | undefined;
  /** A state next to the title. */
  badge?: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Where the page's object is listed, unless given. */
  back?: { to: string; label: string } | null;
}

export function PageHead({ badge, intro, actions, ...given }: Props) {
  const page = usePage();
  const { title = page?.nav?.label ?? '', back = page?.list } = given;
  useTitle(title);
  return (
    <header className={classes.head}>
      {back && (
        <AnchorLink to={back.to} className={classes.back}>
          <ArrowLeft size={14} aria-hidden /> {back.label}
        </AnchorLink>
      )}
      <div className={classes.line}>
        <div className={classes.text}>
          <div className={classes.title}>
            <Title order={1} size="h2">
              {title}
            </Title>
            {badge}
          </div>
          {intro && <p className={classes.intro}>{intro}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Partner Events`;
  }, [title]);
}
