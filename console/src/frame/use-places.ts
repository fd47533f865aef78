import { useRouter } from '@tanstack/react-router';
import { mayActAs, type Membership } from '../api/queries/session';
import { PLACES, type Place } from './places';

/** The places that exist and that the role of the person opens. */
export function usePlaces(account: Membership): readonly Place[] {
  const { routesByPath } = useRouter();
  return PLACES.filter(({ route, least }) => route in routesByPath && mayActAs(account.role, least));
}

/** The address of a place in an account. */
export function addressOf(route: string, accountId: number): string {
  return route.replace('$accountId', String(accountId));
}
