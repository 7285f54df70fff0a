import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * After a change of the page, this does the same as a browser for a new document: the focus goes to the heading, and
 * the title is announced, also a later title. Not on the first load, and not where only the query changes.
 */
export function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let changed = false;
    const announce = () => {
      if (changed) setTitle(document.title);
    };
    const titles = new MutationObserver(announce);
    titles.observe(document.head, { subtree: true, childList: true, characterData: true });
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      changed = true;
      announce();
      const heading = document.querySelector('h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return () => {
      titles.disconnect();
      unsubscribe();
    };
  }, [router]);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}
