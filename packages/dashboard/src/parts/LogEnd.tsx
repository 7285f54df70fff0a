import { Button, Center, Stack } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { isProblem } from '../api/problem.ts';
import { ProblemText } from './ProblemText.tsx';

/** A list that is read page by page, as `useInfiniteQuery` gives it. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** A failed page is asked for again only by hand. */
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** Asks for the next page when the end of the list comes into view, or when pressed. */
export function LogEnd({ list }: { list: PagedList }) {
  const { hasNextPage: more, isFetchingNextPage: loading, isFetchNextPageError: failed, error } = list;
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const seen = entry?.isIntersecting === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another object at each drawing
  useEffect(() => {
    if (seen && more && !loading && !failed) list.fetchNextPage();
  }, [seen, more, loading, failed]);
  if (!more) return null;
  // A cursor that is too old: the list begins anew.
  const stale = failed && isProblem(error, 'invalid_cursor');
  return (
    <Center ref={ref} p="md">
      <Stack gap="xs" align="center">
        {failed && (
          <ProblemText error={error} refused={stale ? 'This list has changed since you opened it.' : undefined} />
        )}
        <Button
          variant="default"
          size="xs"
          loading={loading}
          onClick={() => (stale ? list.refetch() : list.fetchNextPage())}
        >
          {failed ? 'Try again' : 'Show more'}
        </Button>
      </Stack>
    </Center>
  );
}
