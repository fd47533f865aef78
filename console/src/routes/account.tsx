import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { mayActAs, type Membership, type Role } from '../api/queries/session';
import { numberOf } from '../lib/url-state';
import { NotFoundScreen } from '../screens/not-found/screen';
import { personOf, root } from './root';

/** An account of the person, with its frame. */
export const account = createRoute({
  getParentRoute: () => root,
  path: '/a/$accountId',
  beforeLoad: async ({ context, params, location }): Promise<{ account: Membership }> => {
    const { accounts } = await personOf(context.queries, location.href);
    const found = accounts.find(({ id }) => id === numberOf(params.accountId));
    if (found === undefined) throw notFound();
    return { account: found };
  },
  component: lazyRouteComponent(() => import('../frame/frame'), 'AccountFrame'),
  notFoundComponent: function MissingOrDenied({ data }: { readonly data?: unknown }) {
    // Without a membership the route has no account in its context.
    const context: Partial<{ account: Membership }> = account.useRouteContext();
    return <NotFoundScreen denied={deniedBelow(data)} owners={context.account?.owners} />;
  },
});

function deniedBelow(data: unknown): Role | null {
  return typeof data === 'object' && data !== null && 'deniedBelow' in data ? (data.deniedBelow as Role) : null;
}

/** Refuses a screen to a role below `least`, and says who may open it. */
export const roleFrom =
  (least: Role) =>
  ({ context }: { readonly context: { readonly account: Membership } }): void => {
    if (!mayActAs(context.account.role, least)) throw notFound({ data: { deniedBelow: least } });
  };
