import { useEffect } from 'react';

/** The title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Partner Events`;
  }, [title]);
}
