import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts (`parts/toast.ts`) are shown. */
export function Toasts() {
  return <Notifications position="top-center" />;
}
