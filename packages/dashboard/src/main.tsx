import './theme/nonce.ts';
import '@fontsource-variable/inter/wght.css';
import './theme/font.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRoute, type RouteComponent, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { keepFocus } from './parts/kept-focus.ts';
import { router } from './router.tsx';
import { nonce } from './theme/nonce.ts';
import { cssVariables, theme } from './theme/theme.ts';

// The page's code comes while the session is being asked for, not after.
const routesById: Record<string, AnyRoute> = router.routesById;
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  void (routesById[routeId]?.options.component as RouteComponent | undefined)?.preload?.();
}

keepFocus();

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
