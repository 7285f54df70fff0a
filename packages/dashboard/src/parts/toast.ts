import { notifications } from '@mantine/notifications';
import { toText } from '../api/problem.ts';

const LOOK = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };

/** Says that something was done, where the page alone does not show it. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'green', ...LOOK });
}

export function toastProblem(error: unknown): void {
  notifications.show({ message: toText(error), color: 'red', autoClose: 8_000, ...LOOK });
}
