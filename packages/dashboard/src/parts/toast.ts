import { toText } from '../api/problem.ts';

/** Clicks go through it, but for its button: it lies over the page's own buttons, and stays for as long as the pointer is on it. */
const LOOK = {
  withBorder: true,
  style: { pointerEvents: 'none' },
  closeButtonProps: { 'aria-label': 'Dismiss', style: { pointerEvents: 'auto' } },
} as const;

/** The code is loaded with the member's first movement (`shell/Later.tsx`). */
async function show(toast: { message: string; color: string; autoClose?: number }): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ ...toast, ...LOOK });
}

/** Says that something was done, where the page alone does not show it. */
export function toastDone(message: string): void {
  void show({ message, color: 'green' });
}

export function toastProblem(error: unknown): void {
  void show({ message: toText(error), color: 'red', autoClose: 8_000 });
}
