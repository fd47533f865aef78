import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Membership } from '../api/queries/session';
import { frameWords } from '../words/en/frame';
import { PlaceLink } from './place-link';
import type { Place } from './places';

// Wide screens have no sheet.
const MoreDrawer = lazy(async () => ({ default: (await import('./more-drawer')).MoreDrawer }));

interface TabBarProps {
  readonly account: Membership;
  readonly places: readonly Place[];
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** The bottom bar of narrow screens: four places, and a sheet with the others. */
export function TabBar(props: TabBarProps) {
  const { account, places } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = (): void => {
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <nav className="tabbar" aria-label={frameWords.mainShort}>
      {places.flatMap((place) =>
        place.isShort ? <PlaceLink key={place.key} place={place} accountId={account.id} className="tab" /> : [],
      )}
      <button type="button" className="tab" aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
        <IconMenu2 className="icon" size={16} stroke={1.75} aria-hidden />
        <span>{frameWords.more}</span>
      </button>
      {wasOpened && (
        <Suspense>
          <MoreDrawer {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
