import { useNavigate } from '@tanstack/react-router';
import type { Membership } from '../api/queries/session';
import { useKeys } from '../lib/keys';
import { frameWords } from '../words/en/frame';
import type { Place } from './places';
import { addressOf } from './use-places';

/** G and a letter lead to a place. */
export function useGoKeys(account: Membership, places: readonly Place[]): void {
  const navigate = useNavigate();
  useKeys(
    Object.fromEntries(
      places.map(({ letter, route }) => [
        `g ${letter}`,
        () => void navigate({ to: addressOf(route, account.id), search: {} }),
      ]),
    ),
    Object.fromEntries(places.map(({ letter, key }) => [`g ${letter}`, frameWords.goTo(frameWords.places[key])])),
  );
}
