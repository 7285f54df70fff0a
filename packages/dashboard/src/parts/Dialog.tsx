import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { WindowProps } from './DialogWindow.tsx';
import { focused } from './kept-focus.ts';
import { ProblemText } from './ProblemText.tsx';

export const loadWindow = () => import('./DialogWindow.tsx').then((it) => ({ default: it.DialogWindow }));
const DialogWindow = lazy(loadWindow);

/**
 * A dialog. Its window is loaded for the first, and its content may be `lazy`: it opens once both are here. With several, the last opened has the keyboard and is seen; the lower dialogs keep their fields. On closing, the focus returns
 * to the opener.
 */
export function Dialog(props: WindowProps) {
  const { opened } = props;
  const [wanted, setWanted] = useState(opened);
  useFocusBack(opened);
  if (opened && !wanted) setWanted(true);
  return <Suspense>{wanted && <DialogWindow {...props} />}</Suspense>;
}

/** The opener may be disabled while the page reads the change. */
const SETTLED_MS = 300;

function useFocusBack(opened: boolean): void {
  const opener = useRef<HTMLElement | null>(null);
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!opened) return;
    const active = focused();
    opener.current = active instanceof HTMLElement ? openerOf(active) : null;
    return () => {
      const { activeElement: last } = document;
      // On another page, its heading has the focus.
      if (last === document.body || last?.closest('[role="dialog"]')) opener.current?.focus({ preventScroll: true });
      // A dialog that was closed while it opened still takes the focus, and loses it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const target = opener.current?.isConnected ? opener.current : document.querySelector('h1');
        if (target instanceof HTMLHeadingElement) target.tabIndex = -1;
        target?.focus({ preventScroll: true });
      }, SETTLED_MS);
    };
  }, [opened]);
}

/** An entry of a menu is gone when the dialog closes: the menu's button opened it. */
function openerOf(element: HTMLElement): HTMLElement {
  const menu = element.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button ?? element;
}

interface Props {
  title: string;
  /** The text of the button: its effect. */
  verb: string;
  /** The text to type before an action that cannot be undone. */
  typed?: string;
  opened: boolean;
  onClose: () => void;
  /** The change to confirm. Closing the dialog clears its error; while it is pending the dialog stays open. */
  change: { isPending: boolean; error: unknown; mutate: () => void; reset: () => void };
  children: ReactNode;
}

/** Asks once more before something is destroyed. */
export function ConfirmDialog(props: Props) {
  const { title, opened, change } = props;
  const close = () => {
    if (change.isPending) return;
    // What succeeded stays: a new secret is shown from it.
    if (change.error) change.reset();
    props.onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Question {...props} onClose={close} />
    </Dialog>
  );
}

function Question({ verb, typed, opened, onClose, change, children }: Props) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // After Cancel the dialog fades away, and its buttons can still be pressed.
    if (opened) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        {typed !== undefined && (
          <TextInput
            label={
              <>
                Type <code>{typed}</code> to confirm
              </>
            }
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <ProblemText error={change.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red.9"
            loading={change.isPending}
            disabled={typed !== undefined && text.trim() !== typed}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
