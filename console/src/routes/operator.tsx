import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import type { Membership } from '../api/queries/session';
import { NotFoundScreen } from '../screens/not-found/screen';
import { operatorAccountsSearch } from '../screens/operator-accounts/search';
import { operatorMessagesSearch } from '../screens/operator-messages/search';
import { operatorQueuesSearch } from '../screens/operator-queues/search';
import { operatorSourcesSearch } from '../screens/operator-sources/search';
import { personOf, root } from './root';

/** The area of the operator. For other persons it does not exist. */
const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  beforeLoad: async ({ context, location }): Promise<{ own: Membership | null }> => {
    const { is_operator: isOperator, accounts } = await personOf(context.queries, location.href);
    if (!isOperator) throw notFound();
    return { own: accounts[0] ?? null };
  },
  component: lazyRouteComponent(() => import('../frame/operator-frame'), 'OperatorFrame'),
  notFoundComponent: () => <NotFoundScreen />,
});

const operatorHome = createRoute({
  getParentRoute: () => operator,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/operator/sources' });
  },
});

const operatorSources = createRoute({
  getParentRoute: () => operator,
  path: '/sources',
  validateSearch: operatorSourcesSearch,
  component: lazyRouteComponent(() => import('../screens/operator-sources/screen'), 'OperatorSourcesScreen'),
});

const operatorSource = createRoute({
  getParentRoute: () => operatorSources,
  path: '/$slug',
  component: lazyRouteComponent(() => import('../screens/operator-sources/source-drawer'), 'OperatorSourceDrawer'),
});

const oauthClient = createRoute({
  getParentRoute: () => operator,
  path: '/sources/$slug/client',
  component: lazyRouteComponent(() => import('../screens/oauth-client/screen'), 'OauthClientScreen'),
});

const operatorQueues = createRoute({
  getParentRoute: () => operator,
  path: '/queues',
  validateSearch: operatorQueuesSearch,
  component: lazyRouteComponent(() => import('../screens/operator-queues/screen'), 'OperatorQueuesScreen'),
});

const operatorAccounts = createRoute({
  getParentRoute: () => operator,
  path: '/accounts',
  validateSearch: operatorAccountsSearch,
  component: lazyRouteComponent(() => import('../screens/operator-accounts/screen'), 'OperatorAccountsScreen'),
});

const operatorAccount = createRoute({
  getParentRoute: () => operator,
  path: '/accounts/$accountId',
  component: lazyRouteComponent(() => import('../screens/operator-account/screen'), 'OperatorAccountScreen'),
});

const operatorMessages = createRoute({
  getParentRoute: () => operator,
  path: '/messages',
  validateSearch: operatorMessagesSearch,
  component: lazyRouteComponent(() => import('../screens/operator-messages/screen'), 'OperatorMessagesScreen'),
});

const operatorSystem = createRoute({
  getParentRoute: () => operator,
  path: '/system',
  component: lazyRouteComponent(() => import('../screens/operator-system/screen'), 'OperatorSystemScreen'),
});

/** The area of the operator of the installation. */
export const operatorRoutes = [
  operator.addChildren([
    operatorHome,
    operatorSources.addChildren([operatorSource]),
    oauthClient,
    operatorQueues,
    operatorAccounts,
    operatorAccount,
    operatorMessages,
    operatorSystem,
  ]),
] as const;
