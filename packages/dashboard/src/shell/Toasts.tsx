import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { Outlet } from '@tanstack/react-router';

/** Pages, and the toasts (`parts/toast.ts`) that they show. */
export function WithToasts() {
  return (
    <>
      <Outlet />
      <Notifications position="top-center" />
    </>
  );
}
