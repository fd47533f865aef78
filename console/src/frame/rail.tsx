import { useMediaQuery } from '@mantine/hooks';
import type { Membership } from '../api/queries/session';
import { frameWords } from '../words/en/frame';
import { AccountMenu } from './account-menu';
import { PlaceLink } from './place-link';
import type { Place } from './places';
import { RailFoot } from './rail-foot';

interface RailProps {
  readonly account: Membership;
  readonly places: readonly Place[];
}

/** The places of an account by group; between 761 and 1160 pixels only their icons. */
export function Rail({ account, places }: RailProps) {
  const isIcon = useMediaQuery('(max-width: 1160px)', false, { getInitialValueInEffect: false });
  return (
    <nav className="rail" aria-label={frameWords.main}>
      <AccountMenu account={account} />
      <PlaceGroups places={places} accountId={account.id} isIcon={isIcon} />
      <RailFoot accountId={account.id} />
    </nav>
  );
}

interface PlaceGroupsProps {
  readonly places: readonly Place[];
  readonly accountId: number;
  readonly isIcon?: boolean;
  readonly onClick?: () => void;
}

export function PlaceGroups({ places, accountId, ...rest }: PlaceGroupsProps) {
  return (['work', 'integrate', 'account'] as const).map((group) => {
    const shown = places.filter((place) => place.group === group);
    if (shown.length === 0) return null;
    return (
      <div key={group} role="group" aria-label={frameWords.groups[group]} className="nav-group">
        {group !== 'work' && (
          <p className="group" aria-hidden>
            {frameWords.groups[group]}
          </p>
        )}
        {shown.map((place) => (
          <PlaceLink key={place.key} place={place} accountId={accountId} className="nav" {...rest} />
        ))}
      </div>
    );
  });
}
