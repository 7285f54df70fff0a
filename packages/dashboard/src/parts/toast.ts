import { notifications } from '@mantine/notifications';
import { toText } from '../api/problem.ts';

/** Clicks go through it, but for its button: it lies over the page's own buttons, and stays for as long as the pointer is on it. */
const LOOK = {
  withBorder: true,
  style: { pointerEvents: 'none' },
  closeButtonProps: { 'aria-label': 'Dismiss', style: { pointerEvents: 'auto' } },
} as const;

/** Says that something was done, where the page alone does not show it. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'green', ...LOOK });
}

export function toastProblem(error: unknown): void {
  notifications.show({ message: toText(error), color: 'red', autoClose: 8_000, ...LOOK });
}
