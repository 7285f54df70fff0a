import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { type ComponentPropsWithRef, lazy, Suspense, useState } from 'react';
import { CircleUserRound } from '../icons/icons.tsx';

const load = () => import('./OpenAccountMenu.tsx');
const OpenAccountMenu = lazy(() => load().then((it) => ({ default: it.OpenAccountMenu })));

/** Who is signed in, and the way out. The menu itself is loaded when the pointer or the focus reaches the button. */
export function AccountMenu() {
  const [wanted, setWanted] = useState(false);
  if (!wanted) {
    return <AccountButton aria-haspopup="menu" onPointerEnter={load} onFocus={load} onClick={() => setWanted(true)} />;
  }
  return (
    <Suspense fallback={<AccountButton aria-haspopup="menu" loading />}>
      <OpenAccountMenu />
    </Suspense>
  );
}

export function AccountButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account" {...props}>
      <CircleUserRound size={19} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}
