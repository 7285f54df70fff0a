import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import { useRight } from '../api/session.ts';
import type { Action } from '../api/types/session.ts';

interface Props extends ButtonProps {
  action: Action;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  children: ReactNode;
}

/** A button for those who may; the others see it, and why they may not. */
export function RightButton({ action, children, onClick, type = 'button', ...props }: Props) {
  const { may, why } = useRight(action);
  if (may) {
    return (
      <Button {...props} type={type} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={why} withArrow withinPortal={false} position="bottom-end">
      <Button {...props} type="button" data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
