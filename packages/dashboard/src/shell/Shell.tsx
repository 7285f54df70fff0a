import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Group,
  Loader,
  ModalStack,
  SegmentedControl,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { query } from '../api/queries.ts';
import { onSignedOut } from '../api/query-client.ts';
import { provideSecondStep, type StepReason } from '../api/second-step-gate.ts';
import { labelOf, useSession } from '../api/session.ts';
import type { Mode } from '../api/types.ts';
import { Eye, Moon, Sun, WifiOff } from '../icons/icons.tsx';
import { useMode, usePage, useSwitchMode } from '../page.ts';
import { DateText } from '../parts/DateText.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Later } from './Later.tsx';
import switchClasses from './ModeSwitch.module.css';
import { Nav } from './Nav.tsx';
import { Notices } from './Notices.tsx';
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

/** Above every page, for an operator who visits a company. */
function OperatorBanner() {
  const { reason, company, member, ends_at: ends } = useSession();
  if (reason === null) return null;
  return (
    <Alert
      role="status"
      color="violet"
      icon={<Eye size={18} aria-hidden />}
      mb="lg"
      title={`Viewing ${company.name}, read-only`}
    >
      You are signed in as {member.email}. Reason: {reason}. The company sees this visit in its audit log. It ends{' '}
      <DateText at={ends} />.
    </Alert>
  );
}

/** Light or dark; until chosen, as the system has it. */
function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={dark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon size={17} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}

const SecondStepDialog = lazy(() => import('./SecondStepDialog.tsx').then((it) => ({ default: it.SecondStepDialog })));

interface Open {
  reason: StepReason;
  settle: (taken: boolean) => void;
}

/** Opens the dialog of the second step when a call needs it, and lets the call go on. The dialog is loaded for the first. */
function SecondStep() {
  const [open, setOpen] = useState<Open | null>();
  useEffect(() => provideSecondStep((reason) => new Promise((resolve) => setOpen({ reason, settle: resolve }))), []);
  const end = (taken: boolean) => {
    open?.settle(taken);
    setOpen(null);
  };
  return <Suspense>{open !== undefined && <SecondStepDialog reason={open?.reason ?? null} onEnd={end} />}</Suspense>;
}

/** A page for roles that may read it. Other members see that their role is the reason, and who can change it. */
function Gate({ children }: { children: ReactNode }) {
  const { rights } = useSession();
  const page = usePage();
  return page && rights[page.action] === 'role' ? <Forbidden noun={page.noun} /> : children;
}

function Forbidden({ noun }: { noun: string }) {
  const { member } = useSession();
  const { data } = useQuery(query('GET /members'));
  const owners = data?.data.filter(({ role }) => role === 'owner').map(({ email }) => email) ?? [];
  return (
    <>
      <PageHead back={null} title={`You don’t have access to ${noun}`} />
      <Stack gap="xs" role="status">
        <Text>Your role is {labelOf(member.role)}. Ask an owner to change it.</Text>
        {owners.length > 0 && (
          <Text>
            {owners.length === 1 ? 'Owner' : 'Owners'} of your company: <strong>{owners.join(', ')}</strong>
          </Text>
        )}
      </Stack>
    </>
  );
}

const MODES: { value: Mode; label: string }[] = [
  { value: 'test', label: 'Test' },
  { value: 'live', label: 'Live' },
];

/** Chooses the mode of the pages: sample data or real data. */
function ModeSwitch() {
  const mode = useMode();
  const change = useSwitchMode();
  return (
    <SegmentedControl
      aria-label="Mode"
      size="xs"
      data={MODES}
      value={mode}
      onChange={(value) => change(value as Mode)}
      classNames={{
        indicator: mode === 'test' ? switchClasses.test : switchClasses.live,
        root: switchClasses.root,
        label: switchClasses.label,
      }}
    />
  );
}
