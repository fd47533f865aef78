import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Membership } from '../api/queries/session';
import { objectsQuery } from '../api/queries/objects';
import { reviewsQuery } from '../api/queries/reviews';
import { formatMoment, formatNumber } from '../lib/format';
import { words } from '../words/en';
import { AccountMenu } from './account-menu';
import { Mark } from './mark';
import { PLACES, type Place } from './places';
import './frame.css';

/** The frame of an account: the rail, on narrow screens the bottom bar, and the screen. */
export function Frame({ account }: { readonly account: Membership }) {
  const objects = useQuery(objectsQuery(account.id));
  const unanswered = useQuery(reviewsQuery(account.id, { has_reply: false, limit: 1 }));
  const counts: Readonly<Record<Place['key'], number | undefined>> = {
    reviews: unanswered.data?.total,
    objects: objects.data?.total,
  };
  const collected = objects.data?.data.flatMap(({ last_scraped_at: at }) => at ?? []).sort();
  const last = collected?.at(-1);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {words.frame.skip}
      </a>
      <nav className="rail" aria-label={words.frame.main}>
        <div className="brand">
          <Mark />
          <span className="clip">
            {account.name}
            <small>
              {words.frame.planAndRole(
                words.frame.plans[account.plan] ?? account.plan,
                words.frame.roles[account.role],
              )}
            </small>
          </span>
        </div>
        {PLACES.map((place) => (
          <PlaceLink key={place.key} place={place} accountId={account.id} count={counts[place.key]} className="nav" />
        ))}
        <footer>
          <IconCircleCheck className="icon" size={14} aria-hidden />
          <span>{last === undefined ? words.frame.notCollected : words.frame.collected(formatMoment(last))}</span>
        </footer>
      </nav>
      <div className="content">
        <header className="top">
          <span className="top-account clip">{account.name}</span>
          <AccountMenu account={account} />
        </header>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <nav className="tabbar" aria-label={words.frame.mainShort}>
        {PLACES.map((place) => (
          <PlaceLink key={place.key} place={place} accountId={account.id} className="tab" />
        ))}
      </nav>
    </div>
  );
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly accountId: number;
  readonly className: string;
  readonly count?: number | undefined;
}

function PlaceLink({ place, accountId, className, count }: PlaceLinkProps) {
  const { Shape, key } = place;
  return (
    <Link
      to={place.to}
      params={{ accountId: String(accountId) }}
      search={{}}
      className={className}
      title={words.frame[key]}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Shape className="icon" size={16} stroke={1.75} aria-hidden />
      <span className="nav-word">{words.frame[key]}</span>
      {count !== undefined && <span className="count num">{formatNumber(count)}</span>}
    </Link>
  );
}
