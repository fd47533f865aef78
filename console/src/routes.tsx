import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiProblem, problemFacts } from './api/problem';
import { meQuery, mayActAs, type Membership, type Person, type Role } from './api/queries/session';
import { Frame } from './frame/frame';
import { signInSearch } from './lib/sign-in-search';
import { numberOf } from './lib/url-state';
import { Problem } from './parts/states';
import { NotFoundScreen } from './screens/not-found/screen';
import { objectSearch } from './screens/object/search';
import { objectsSearch } from './screens/objects/search';
import { reviewsSearch } from './screens/reviews/search';

interface Context {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: ({ error, reset }) => (
    <main className="page">
      <Problem {...problemFacts(error)} onRetry={reset} />
    </main>
  ),
});

/** The person of the session; without one the address leads to the sign-in and back. */
async function personOf(queries: QueryClient, path: string): Promise<Person> {
  try {
    return await queries.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401)
      throw redirect({ to: '/sign-in', search: path === '/' ? {} : { next: path } });
    throw error;
  }
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { accounts } = await personOf(context.queries, '/');
    const [account] = accounts;
    if (account === undefined) throw notFound();
    throw redirect({ to: '/a/$accountId/reviews', params: { accountId: String(account.id) } });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./screens/sign-in/screen'), 'SignInScreen'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./screens/setup/screen'), 'SetupScreen'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./screens/join/screen'), 'JoinScreen'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./screens/reset/screen'), 'ResetScreen'),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./screens/second-factor/screen'), 'SecondFactorScreen'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/a/$accountId',
  beforeLoad: async ({ context, params, location }): Promise<{ account: Membership }> => {
    const { accounts } = await personOf(context.queries, location.href);
    const found = accounts.find(({ id }) => id === numberOf(params.accountId));
    if (found === undefined) throw notFound();
    return { account: found };
  },
  component: function AccountFrame() {
    return <Frame account={account.useRouteContext().account} />;
  },
  notFoundComponent: NotFoundScreen,
});

/** Refuses a screen to a role below `least`, in the same way as a missing one. */
const roleFrom =
  (least: Role) =>
  ({ context }: { readonly context: { readonly account: Membership } }): void => {
    if (!mayActAs(context.account.role, least)) throw notFound();
  };

const reviews = createRoute({
  getParentRoute: () => account,
  path: '/reviews',
  beforeLoad: roleFrom('viewer'),
  validateSearch: reviewsSearch,
  component: lazyRouteComponent(() => import('./screens/reviews/screen'), 'ReviewsScreen'),
});

const review = createRoute({
  getParentRoute: () => reviews,
  path: '/$reviewId',
  component: lazyRouteComponent(() => import('./screens/reviews/detail'), 'ReviewDetail'),
});

const objects = createRoute({
  getParentRoute: () => account,
  path: '/objects',
  beforeLoad: roleFrom('viewer'),
  validateSearch: objectsSearch,
  component: lazyRouteComponent(() => import('./screens/objects/screen'), 'ObjectsScreen'),
});

const object = createRoute({
  getParentRoute: () => account,
  path: '/objects/$objectId/links',
  beforeLoad: roleFrom('viewer'),
  validateSearch: objectSearch,
  component: lazyRouteComponent(() => import('./screens/object/screen'), 'ObjectScreen'),
});

const tree = root.addChildren([
  home,
  signIn,
  secondFactor,
  setup,
  join,
  reset,
  account.addChildren([reviews.addChildren([review]), objects, object]),
]);

/** The screens by their addresses below /console; each names the least role that may open it. */
export function createConsoleRouter(queries: QueryClient) {
  return createRouter({ routeTree: tree, basepath: '/console', context: { queries }, scrollRestoration: false });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
