import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { signInSearch } from '../lib/sign-in-search';
import { personOf, root } from './root';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { accounts } = await personOf(context.queries, '/');
    const [account] = accounts;
    if (account === undefined) throw notFound();
    throw redirect({ to: '/a/$accountId/overview', params: { accountId: String(account.id) } });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../screens/sign-in/screen'), 'SignInScreen'),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../screens/second-factor/screen'), 'SecondFactorScreen'),
});

const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../screens/enrol/screen'), 'EnrolScreen'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../screens/setup/screen'), 'SetupScreen'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('../screens/join/screen'), 'JoinScreen'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../screens/reset/screen'), 'ResetScreen'),
});

/** The screens of a person without a full session. */
export const entryRoutes = [home, signIn, secondFactor, enrol, setup, join, reset] as const;
