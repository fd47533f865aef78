import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { objectQuery } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { sourcesQuery, type Platform } from '../../api/queries/sources';
import { numberOf } from '../../lib/url-state';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/objects/$objectId');

/** The account and the object of the address, and whether the person may change it. */
export function useObjectAddress() {
  const { account } = accountRoute.useRouteContext();
  const objectId = numberOf(route.useParams().objectId) ?? 0;
  return { accountId: account.id, objectId, mayChange: mayActAs(account.role, 'member') };
}

/** The account of the address, with the role of the person. */
export const useAccount = () => accountRoute.useRouteContext().account;

/** The object of the address, for the tabs, which are shown once it is loaded. */
export function useOpenObject() {
  const address = useObjectAddress();
  const { data: object } = useQuery(objectQuery(address.accountId, address.objectId));
  if (object === undefined) throw new Error('the object is not loaded');
  return { ...address, object };
}

/** A platform; undefined until the platforms are loaded. */
export function usePlatform(slug: string): Platform | undefined {
  const { data: sources } = useQuery(sourcesQuery(useObjectAddress().accountId));
  return sources?.get(slug);
}

/** The name of a platform for persons; its slug until the platforms are loaded. */
export const usePlatformName = (slug: string): string => usePlatform(slug)?.display_name ?? slug;
