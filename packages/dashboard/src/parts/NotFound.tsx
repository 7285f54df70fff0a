import { Stack, Text, Title } from '@mantine/core';
import { AnchorLink } from './AnchorLink.tsx';
import { CenteredPage } from './CenteredPage.tsx';

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
