import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronRight, IconHelp, IconSearch } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Membership } from '../api/queries/session';
import { useShownCrumb } from '../lib/crumb';
import { MOD } from '../lib/keys';
import type { LiveStatus } from '../lib/live/kinds';
import { frameWords } from '../words/en/frame';
import { LiveMark } from './live-mark';
import { NoticeBell } from './notice-bell';
import type { Place } from './places';
import { isScoped } from './scope';
import { ScopeBar } from './scope-bar';
import { addressOf } from './use-places';

interface TopBarProps {
  readonly account: Membership;
  readonly places: readonly Place[];
  readonly live: LiveStatus;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Where the person is; the search, the help and the notices. */
export function TopBar({ account, places, live, onSearch, onHelp }: TopBarProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const place = places.find(({ route, under = route }) => path.startsWith(addressOf(under, account.id)));
  const crumb = useShownCrumb();
  return (
    <header className="top">
      {place !== undefined && crumb !== null ? (
        <Crumbs place={place} accountId={account.id} name={crumb} />
      ) : place !== undefined && isScoped(place.key) ? (
        <ScopeBar accountId={account.id} place={place.key} />
      ) : (
        <span className="top-place clip">
          {place === undefined ? <bdi>{account.name}</bdi> : frameWords.places[place.key]}
        </span>
      )}
      <span className="top-space" />
      <LiveMark status={live} />
      <button type="button" className="search-button" onClick={onSearch}>
        <IconSearch className="icon" size={14} stroke={1.75} aria-hidden />
        <span>{frameWords.search}</span>
        <kbd aria-hidden>{frameWords.searchKey(MOD)}</kbd>
      </button>
      <Tooltip label={frameWords.help}>
        <ActionIcon aria-label={frameWords.help} className="help-button" onClick={onHelp}>
          <IconHelp size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <NoticeBell accountId={account.id} />
    </header>
  );
}

interface CrumbsProps {
  readonly place: Place;
  readonly accountId: number;
  /** The name of what the page shows. */
  readonly name: string;
}

function Crumbs({ place, accountId, name }: CrumbsProps) {
  return (
    <nav className="top-crumbs" aria-label={frameWords.crumbs}>
      <Link to={addressOf(place.route, accountId)} className="top-crumb">
        {frameWords.places[place.key]}
      </Link>
      <IconChevronRight className="icon muted" size={14} stroke={1.75} aria-hidden />
      <bdi className="top-place clip" aria-current="page">
        {name}
      </bdi>
    </nav>
  );
}
