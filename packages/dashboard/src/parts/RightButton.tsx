import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEventHandler, type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { useRight } from '../api/session.ts';
import type { Action } from '../api/types.ts';
import classes from './RightButton.module.css';

interface Props extends ButtonProps {
  action: Action;
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
  /** The change that a press makes, in place of `onClick`. */
  change?: { isPending: boolean; mutate: () => void };
  type?: 'button' | 'submit';
  /** Why a member with the right cannot do it now. */
  not?: string | null | false;
  children: ReactNode;
}

/** A button for members with a right. Others see it, with the reason when they point at it, focus it or tap it. */
export function RightButton({ action, not, change, children, type = 'button', ...given }: Props) {
  const { onClick = change && (() => change.mutate()), loading = change?.isPending, ...rest } = given;
  const props = { ...rest, loading };
  const { why: byRole } = useRight(action);
  const why = byRole ?? (not || null);
  if (why !== null) {
    return (
      <Denied {...props} why={why}>
        {children}
      </Denied>
    );
  }
  return (
    <Button {...props} type={type} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Pixels between a reason and the window, and its greatest width. */
const EDGE = 8;
const WIDTH = 280;

/** A button that does nothing. Mantine's tooltip would bring 12 KB to each page. */
function Denied({ why, children, ...props }: ButtonProps & { why: string; children: ReactNode }) {
  const id = useId();
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);
  const show = ({ currentTarget }: SyntheticEvent) => {
    const { bottom, left } = currentTarget.getBoundingClientRect();
    setPlace({ top: bottom + EDGE, left: Math.max(EDGE, Math.min(left, innerWidth - WIDTH - EDGE)) });
  };
  const hide = () => setPlace(null);
  return (
    <>
      <Button
        {...props}
        type="button"
        data-disabled
        aria-disabled
        aria-describedby={place ? id : undefined}
        onClick={(event) => event.preventDefault()}
        onPointerEnter={show}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hide()}
        onFocus={show}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {children}
      </Button>
      {place && (
        <span id={id} role="tooltip" className={classes.reason} style={{ ...place, maxWidth: WIDTH }}>
          {why}
        </span>
      )}
    </>
  );
}
