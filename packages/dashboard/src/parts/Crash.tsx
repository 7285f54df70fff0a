import { Button, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isProblem, toText } from '../api/problem.ts';
import { AnchorLink } from './AnchorLink.tsx';
import { CenteredPage } from './CenteredPage.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { PageHead } from './PageHead.tsx';

/** A page that could not be shown. */
export function Crash({ error, reset }: ErrorComponentProps) {
  return (
    <CenteredPage title="Something went wrong">
      <Stack>
        <Title order={1} size="h2">
          Something went wrong
        </Title>
        <Text role="alert">{toText(error)}</Text>
        {isProblem(error) && error.requestId && (
          <Text size="sm" c="dimmed">
            Request {error.requestId}
          </Text>
        )}
        <Button onClick={reset}>Try again</Button>
      </Stack>
    </CenteredPage>
  );
}

/**
 * The same inside the shell: a page whose code did not come, as without a network, or that failed. A browser asks for code once a
 * document, so the page is loaded anew: when the network is back, or when the member tries again.
 */
export function PageCrash({ error }: ErrorComponentProps) {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  // Without a network, the browser would show a page of its own.
  const retry = () => {
    if (navigator.onLine) location.reload();
  };
  return (
    <>
      <PageHead back={null} title={navigator.onLine ? undefined : 'You’re offline'} />
      <LoadFailed error={error} onRetry={retry} />
    </>
  );
}

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <CenteredPage title="Page not found">
      <Stack>
        <Title order={1} size="h2">
          Page not found
        </Title>
        <Text>There is nothing here. The link may be incomplete, or the page was removed.</Text>
        <AnchorLink to="/">Go to the overview</AnchorLink>
      </Stack>
    </CenteredPage>
  );
}
