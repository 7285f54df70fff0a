import { Button, Center } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';

/** A list that is read page by page, as `useInfiniteQuery` gives it. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** One that failed is asked for again by hand alone. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Asks for the next page when the end of the list comes into view, or when pressed. */
export function LogEnd({ list }: { list: PagedList }) {
  const { hasNextPage: more, isFetchingNextPage: loading, isFetchNextPageError: failed } = list;
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const seen = entry?.isIntersecting === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another object at each drawing
  useEffect(() => {
    if (seen && more && !loading && !failed) list.fetchNextPage();
  }, [seen, more, loading, failed]);
  if (!more) return null;
  return (
    <Center ref={ref} p="md">
      <Button variant="default" size="xs" loading={loading} onClick={() => list.fetchNextPage()}>
        Show more
      </Button>
    </Center>
  );
}
