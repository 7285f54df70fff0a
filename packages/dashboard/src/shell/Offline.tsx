import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { WifiOff } from 'lucide-react';

/** Says that nothing is sent, now or later. */
export function Offline() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert role="status" color="yellow" icon={<WifiOff size={18} aria-hidden />} mb="lg">
      You’re offline. You see what was loaded before. A form you send now fails, and isn’t sent later.
    </Alert>
  );
}
