import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { isProblem } from './api/problem.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import type { Mode } from './api/types/common.ts';
import { pageAt } from './asked-page.ts';
import type { Filters } from './filters.ts';
import { Crash } from './parts/Crash.tsx';
import { NotFound } from './parts/NotFound.tsx';

interface Search {
  mode?: Mode;
  /** On the sign-in page: where to go on. */
  back?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const root = createRootRoute({
  component: Outlet,
  errorComponent: Crash,
  notFoundComponent: NotFound,
  validateSearch: ({ mode, back }: Record<string, unknown>): Search => ({
    mode: mode === 'live' || mode === 'test' ? mode : undefined,
    back: pageAt(back) ? text(back) : undefined,
  }),
  search: { middlewares: [retainSearchParams(['mode'])] },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage.tsx'), 'SignInPage'),
});

/** Everything behind the sign-in page. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
  beforeLoad: async ({ location }) => {
    const back = { to: '/sign-in', search: { back: location.href } } as const;
    try {
      const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
      if (session.second_step.owed) throw redirect(back);
    } catch (error) {
      if (isProblem(error, 'session_required')) throw redirect(back);
      throw error;
    }
  },
});

/** @param filters what of the page stands in its address. */
const page = <Path extends string>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
  filters: readonly (keyof Filters)[] = [],
) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component,
    validateSearch: (search: Record<string, unknown>): Filters =>
      Object.fromEntries(filters.map((name) => [name, text(search[name])])),
  });

const routes = root.addChildren([
  signIn,
  app.addChildren([
    page(
      '/',
      lazyRouteComponent(() => import('./pages/overview/OverviewPage.tsx'), 'OverviewPage'),
    ),
    page(
      '/keys',
      lazyRouteComponent(() => import('./pages/keys/KeysPage.tsx'), 'KeysPage'),
    ),
    page(
      '/keys/$id',
      lazyRouteComponent(() => import('./pages/keys/KeyPage.tsx'), 'KeyPage'),
    ),
    page(
      '/clients',
      lazyRouteComponent(() => import('./pages/clients/ClientsPage.tsx'), 'ClientsPage'),
    ),
    page(
      '/webhooks',
      lazyRouteComponent(() => import('./pages/endpoints/EndpointsPage.tsx'), 'WebhooksPage'),
      ['search'],
    ),
    page(
      '/webhooks/$id',
      lazyRouteComponent(() => import('./pages/endpoints/EndpointPage.tsx'), 'EndpointPage'),
      ['state', 'type', 'event', 'since', 'range'],
    ),
    page(
      '/postbacks',
      lazyRouteComponent(() => import('./pages/endpoints/EndpointsPage.tsx'), 'PostbacksPage'),
      ['search'],
    ),
    page(
      '/postbacks/$id',
      lazyRouteComponent(() => import('./pages/endpoints/EndpointPage.tsx'), 'EndpointPage'),
      ['state', 'type', 'event', 'since', 'range'],
    ),
    page(
      '/deliveries/$id',
      lazyRouteComponent(() => import('./pages/endpoints/DeliveryPage.tsx'), 'DeliveryPage'),
    ),
    page(
      '/receiver',
      lazyRouteComponent(() => import('./pages/receiver/ReceiverPage.tsx'), 'ReceiverPage'),
    ),
    page(
      '/bulk',
      lazyRouteComponent(() => import('./pages/bulk/BulkPage.tsx'), 'BulkPage'),
    ),
    page(
      '/use',
      lazyRouteComponent(() => import('./pages/use/UsePage.tsx'), 'UsePage'),
      ['days', 'key'],
    ),
    page(
      '/members',
      lazyRouteComponent(() => import('./pages/members/MembersPage.tsx'), 'MembersPage'),
    ),
    page(
      '/security',
      lazyRouteComponent(() => import('./pages/security/SecurityPage.tsx'), 'SecurityPage'),
    ),
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  // The pages' data is TanStack Query's to keep.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
