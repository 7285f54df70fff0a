import { Alert, AppShell, Burger, Group, Loader, ModalStack } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onSignedOut } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { WifiOff } from '../icons/icons.tsx';
import { useMode } from '../page.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Gate } from './Gate.tsx';
import { Later } from './Later.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { Nav } from './Nav.tsx';
import { Notices } from './Notices.tsx';
import { OperatorBanner } from './OperatorBanner.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { SecondStep } from './SecondStep.tsx';
import classes from './Shell.module.css';

/** The frame of every page of a signed-in member. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const mode = useMode();
  const burger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!opened) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      burger.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [opened, close]);
  return (
    <ModalStack>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
        className={classes.shell}
        data-mode={mode}
      >
        <AppShell.Header className={classes.header}>
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={opened}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={opened ? 'Close the menu' : 'Open the menu'}
            />
            <Brand />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ModeSwitch />
            <SchemeSwitch />
            <AccountMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label="Sections">
          <Nav onFollow={close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <Offline />
            <OperatorBanner />
            <Notices />
            <Suspense fallback={<Loader aria-label="Loading" />}>
              <Gate>
                <Outlet />
              </Gate>
            </Suspense>
          </div>
        </AppShell.Main>
      </AppShell>
      <SecondStep />
      <SignedOut />
      <Later />
    </ModalStack>
  );
}

/** Says that nothing is sent, now or later. */
function Offline() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert role="status" color="yellow" icon={<WifiOff size={18} aria-hidden />} mb="lg">
      You’re offline. You see what was loaded before. What you send now fails and isn’t sent later.
    </Alert>
  );
}

const SignedOutDialog = lazy(() => import('./SignedOutDialog.tsx').then((it) => ({ default: it.SignedOutDialog })));

/** Opens a dialog when the session ends during work. */
function SignedOut() {
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => onSignedOut(() => setOpen(true)), []);
  return <Suspense>{open !== null && <SignedOutDialog opened={open} onDone={() => setOpen(false)} />}</Suspense>;
}

/** The company's name; leads to the overview. */
function Brand() {
  const { company } = useSession();
  return (
    <Link to="/" className={classes.brand} aria-label={`${company.name}, overview`}>
      <img src="/favicon.ico" alt="" width={28} height={28} />
      <span className={classes.name}>{company.name}</span>
    </Link>
  );
}
