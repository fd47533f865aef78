import { Drawer } from '@mantine/core';
import { IconHelp, IconSearch } from '@tabler/icons-react';
import type { Membership } from '../api/queries/session';
import { frameWords } from '../words/en/frame';
import { AccountMenu } from './account-menu';
import type { Place } from './places';
import { PlaceGroups } from './rail';

interface MoreDrawerProps {
  readonly account: Membership;
  readonly places: readonly Place[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** The sheet of narrow screens with the places that the bottom bar does not show. */
export function MoreDrawer({ account, places, isOpen, onClose, onSearch, onHelp }: MoreDrawerProps) {
  const andClose = (act: () => void) => (): void => {
    onClose();
    act();
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={frameWords.more}
      classNames={{ body: 'more' }}
    >
      <AccountMenu account={account} />
      <PlaceGroups places={places.filter(({ isShort }) => !isShort)} accountId={account.id} onClick={onClose} />
      <div className="nav-group">
        <button type="button" className="nav" onClick={andClose(onSearch)}>
          <IconSearch className="icon" size={16} stroke={1.75} aria-hidden />
          {frameWords.search}
        </button>
        <button type="button" className="nav" onClick={andClose(onHelp)}>
          <IconHelp className="icon" size={16} stroke={1.75} aria-hidden />
          {frameWords.help}
        </button>
      </div>
    </Drawer>
  );
}
