import { Button, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { isProblem, toText } from '../api/problem.ts';
import { CenteredPage } from './CenteredPage.tsx';

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
