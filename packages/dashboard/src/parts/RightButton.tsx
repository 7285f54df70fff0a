import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import { useRight } from '../api/session.ts';
import type { Action } from '../api/types.ts';

interface Props extends ButtonProps {
  action: Action;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  /** Why a member with the right cannot do it now. */
  not?: string | null | false;
  children: ReactNode;
}

/** A button for members with a right. Others see it, with the reason when they point at it, focus it or tap it. */
export function RightButton({ action, not, children, onClick, type = 'button', ...props }: Props) {
  const { why: byRole } = useRight(action);
  const why = byRole ?? (not || null);
  if (why === null) {
    return (
      <Button {...props} type={type} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={why} events={ANY} withArrow multiline maw={280} withinPortal={false} position="bottom-end">
      <Button {...props} type="button" data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}

const ANY = { hover: true, focus: true, touch: true };
