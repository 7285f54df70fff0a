import { AppShell, Burger, Group, Loader, ModalStack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMode } from '../page.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Brand } from './Brand.tsx';
import { Gate } from './Gate.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { Nav } from './Nav.tsx';
import { Notices } from './Notices.tsx';
import { Offline } from './Offline.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { SecondStep } from './SecondStep.tsx';
import classes from './Shell.module.css';
import { SignedOut } from './SignedOut.tsx';

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const mode = useMode();
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
    </ModalStack>
  );
}
