import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from './api/session.ts';
import type { Mode } from './api/types/common.ts';

/** Test or live: a part of every address, so that a link shows what its sender saw. */
export function useMode(): Mode {
  const { mode } = useSearch({ strict: false });
  const session = useSession();
  return mode ?? session.mode;
}

export function useSwitchMode(): (mode: Mode) => void {
  const navigate = useNavigate();
  return (mode) => {
    // An object is of one mode: its page gives way to the list it came from.
    const [section = ''] = window.location.pathname.replace(/^\/dashboard\/?/, '').split('/');
    const to = section === 'deliveries' ? '/webhooks' : `/${section}`;
    void navigate({ to, search: { mode } });
  };
}
