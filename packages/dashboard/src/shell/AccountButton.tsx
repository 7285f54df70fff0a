import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { CircleUserRound } from '../icons/icons.tsx';

export function AccountButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account" {...props}>
      <CircleUserRound size={19} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}
