import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { noticesQuery } from './api/notices.ts';
import { isProblem } from './api/problem.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import type { Mode } from './api/types/common.ts';
import { pageAt } from './asked-page.ts';
import type { Filters } from './filters.ts';
// The first that anybody sees is in the first file. The others are loaded when they are opened.
import { OverviewPage } from './pages/overview/OverviewPage.tsx';
import { loadSteps } from './pages/overview/use-steps.ts';
import { SignInPage } from './pages/sign-in/SignInPage.tsx';
import { Crash } from './parts/Crash.tsx';
import { NotFound } from './parts/NotFound.tsx';
import { PageChange } from './shell/PageChange.tsx';
import { Shell } from './shell/Shell.tsx';

interface Search {
  mode?: Mode;
  /** On the sign-in page: where to go on. */
  back?: string;
}

/** A number is a text that somebody typed into the address. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <PageChange />
    </>
  ),
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
  component: SignInPage,
});

/** Everything behind the sign-in page. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: Shell,
  beforeLoad: async ({ location, search }) => {
    const back = { to: '/sign-in', search: { back: location.href } } as const;
    try {
      const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
      if (session.second_step.owed) throw redirect(back);
      const mode = search.mode ?? session.mode;
      // They stand above the page: coming later, they would push it down.
      await queryClient.query({ ...noticesQuery(mode), staleTime: 'static', retry: false }).catch(() => null);
      return { session, mode };
    } catch (error) {
      if (isProblem(error, 'session_required')) throw redirect(back);
      throw error;
    }
  },
});

const overview = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: OverviewPage,
  // Begun before anything is drawn.
  beforeLoad: ({ context: { session, mode } }) => void loadSteps(queryClient, session, mode),
});

/** Pages that are loaded when they are opened, with the toasts that they show. */
const loaded = createRoute({
  getParentRoute: () => app,
  id: 'loaded',
  component: lazyRouteComponent(() => import('./shell/Toasts.tsx'), 'WithToasts'),
});

/** @param filters what of the page stands in its address. */
const page = <Path extends string>(path: Path, component: RouteComponent, filters: readonly (keyof Filters)[] = []) =>
  createRoute({
    getParentRoute: () => loaded,
    path,
    component,
    validateSearch: (search: Record<string, unknown>): Filters =>
      Object.fromEntries(filters.map((name) => [name, text(search[name])])),
  });

const routes = root.addChildren([
  signIn,
  app.addChildren([
    overview,
    loaded.addChildren([
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
