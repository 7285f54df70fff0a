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
import { isProblem, OFFLINE, Problem, UNREACHABLE } from './api/problem.ts';
import { noticesQuery, sessionQuery } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import type { Mode } from './api/types.ts';
import { pageAt } from './page-address.ts';
import { PAGES, type PagePath, readFilters } from './pages.ts';
import { Crash, NotFound, PageCrash } from './parts/Crash.tsx';
import { PageChange } from './shell/PageChange.tsx';
import { Shell } from './shell/Shell.tsx';

interface Search {
  mode?: Mode;
  /** On the sign-in page: where to go on. */
  back?: string;
}

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
    back: pageAt(back) ? String(back) : undefined,
  }),
  search: { middlewares: [retainSearchParams(['mode'])] },
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

const FILES = import.meta.glob<Record<string, RouteComponent>>('./pages/*/*Page.tsx');

/** Without a network the router would reload the page, and the browser would show a page of its own. */
function sayOffline(error: unknown): never {
  if (navigator.onLine) throw error;
  throw new Problem(0, { code: UNREACHABLE, detail: OFFLINE });
}

/** A page's component, loaded when it is opened. @param file below `pages`. */
const component = (file: string) => {
  const load = FILES[`./pages/${file}.tsx`] as () => Promise<Record<string, RouteComponent>>;
  return lazyRouteComponent(() => load().catch(sayOffline), file.replace(/.*\//, ''));
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: component('sign-in/SignInPage'),
});

const page = <Path extends PagePath>(path: Path) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component: component(PAGES[path].file),
    validateSearch: (search: Record<string, unknown>) => readFilters<Path>(path, search),
  });

const pages = Object.fromEntries((Object.keys(PAGES) as PagePath[]).map((path) => [path, page(path)])) as unknown as {
  [Path in PagePath]: ReturnType<typeof page<Path>>;
};

const routes = root.addChildren([signIn, app.addChildren(pages)]);

export const router = createRouter({
  routeTree: routes,
  basepath: '/dashboard',
  defaultErrorComponent: PageCrash,
  defaultPreload: 'intent',
  // The pages' data is TanStack Query's to keep.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // What one key's page holds, such as a secret, is not another's.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
