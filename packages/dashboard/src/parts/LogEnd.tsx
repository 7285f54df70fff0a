import { Button, Center } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';

interface Props {
  more: boolean;
  loading: boolean;
  onMore: () => void;
}

/** Asks for the next page when the end of the list comes into view, or when pressed. */
export function LogEnd({ more, loading, onMore }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const seen = entry?.isIntersecting === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onMore is another function at each drawing
  useEffect(() => {
    if (seen && more && !loading) onMore();
  }, [seen, more, loading]);
  if (!more) return null;
  return (
    <Center ref={ref} p="md">
      <Button variant="default" size="xs" loading={loading} onClick={onMore}>
        Show more
      </Button>
    </Center>
  );
}
