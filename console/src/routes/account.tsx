import { createRoute, notFound } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { mayActAs, type Membership, type Role } from '../api/queries/session';
import { PersonPreferences } from '../frame/preferences';
import { numberOf } from '../lib/url-state';
import { NotFoundScreen } from '../screens/not-found/screen';
import { personOf, root } from './root';

/** Loaded apart, so that the sign-in does not wait for it. */
const loadFrame = () => import('../frame/frame');
const Frame = lazy(async () => ({ default: (await loadFrame()).Frame }));

/** An account of the person, with its frame. */
export const account = createRoute({
  getParentRoute: () => root,
  path: '/a/$accountId',
  beforeLoad: async ({ context, params, location }): Promise<{ account: Membership }> => {
    // Beside the session of the person and not after it.
    void loadFrame();
    const { accounts } = await personOf(context.queries, location.href);
    const found = accounts.find(({ id }) => id === numberOf(params.accountId));
    if (found === undefined) throw notFound();
    return { account: found };
  },
  component: function AccountFrame() {
    return (
      <PersonPreferences>
        <Suspense>
          <Frame account={account.useRouteContext().account} />
        </Suspense>
      </PersonPreferences>
    );
  },
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
