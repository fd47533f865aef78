import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import {
  IconActivity,
  IconAlertTriangle,
  IconBuilding,
  IconCircleCheck,
  IconInbox,
  IconServer,
  IconShieldHalf,
  IconStethoscope,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { accountsQuery, messagesQuery, processesQuery, sourcesReportQuery } from '../api/queries/operator';
import type { Membership } from '../api/queries/session';
import { formatNumber } from '../lib/format';
import { MainPart } from '../parts/main-part';
import { frameWords } from '../words/en/frame';
import { operatorWords } from '../words/en/operator';
import { AccountMenu } from './account-menu';
import { Mark } from './mark';
import { PersonPreferences } from './preferences';
import './frame.css';
import './operator-frame.css';

interface OperatorPlace {
  readonly to: `/operator/${'sources' | 'queues' | 'accounts' | 'messages' | 'system'}`;
  readonly word: string;
  readonly short: string;
  readonly Shape: Icon;
}

const PLACES: readonly OperatorPlace[] = [
  { to: '/operator/sources', word: operatorWords.sources, short: operatorWords.sources, Shape: IconActivity },
  { to: '/operator/queues', word: operatorWords.queues, short: operatorWords.queuesShort, Shape: IconServer },
  { to: '/operator/accounts', word: operatorWords.accounts, short: operatorWords.accounts, Shape: IconUsers },
  { to: '/operator/messages', word: operatorWords.messages, short: operatorWords.messages, Shape: IconInbox },
  { to: '/operator/system', word: operatorWords.system, short: operatorWords.systemShort, Shape: IconStethoscope },
];

const route = getRouteApi('/operator');

/** The frame of the operator area: a rail of its own with a badge. */
export function OperatorFrame() {
  const { own } = route.useRouteContext();
  return (
    <PersonPreferences>
      <Shell account={own} />
    </PersonPreferences>
  );
}

/** `account` is where the person returns to; null without an account. */
function Shell({ account }: { readonly account: Membership | null }) {
  const accounts = useQuery(accountsQuery({}));
  const note = accounts.data === undefined ? ' ' : operatorWords.all(accounts.data.total);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {frameWords.skip}
      </a>
      <nav className="rail" aria-label={frameWords.main}>
        {account === null ? (
          <div className="brand">
            <Mark />
            <span className="brand-name">
              <span className="clip">{operatorWords.name}</span>
              <small className="clip">{note}</small>
            </span>
          </div>
        ) : (
          <AccountMenu account={account} area={{ name: operatorWords.name, note }} />
        )}
        <CountedPlaces accounts={accounts.data?.total} />
        {account !== null && (
          <>
            <span className="nav-label">{operatorWords.leave}</span>
            <Link to="/a/$accountId/overview" params={{ accountId: String(account.id) }} search={{}} className="nav">
              <IconBuilding className="icon" size={16} stroke={1.75} aria-hidden />
              <span className="nav-word">{operatorWords.ownAccount}</span>
            </Link>
          </>
        )}
        <Processes />
      </nav>
      <div className="content">
        <header className="top">
          <span className="operator-badge">
            <IconShieldHalf className="icon" size={16} stroke={1.75} aria-hidden />
            {operatorWords.area}
          </span>
          <span className="top-space" />
          {account !== null && (
            <div className="top-menu">
              <AccountMenu account={account} />
            </div>
          )}
        </header>
        <MainPart>
          <Outlet />
        </MainPart>
      </div>
      <nav className="tabbar" aria-label={frameWords.mainShort}>
        {PLACES.map((place) => (
          <PlaceLink key={place.to} place={place} className="tab" />
        ))}
      </nav>
    </div>
  );
}

/** The places with their counts; `accounts` is the number of accounts. */
function CountedPlaces({ accounts }: { readonly accounts: number | undefined }) {
  const sources = useQuery(sourcesReportQuery);
  const messages = useQuery(messagesQuery(false, 0));
  const troubled = sources.data?.data.filter(({ state }) => state !== 'reading' && state !== 'idle').length ?? 0;
  const counts: Readonly<Record<string, number | undefined>> = {
    '/operator/accounts': accounts,
    '/operator/messages': messages.data?.total,
  };
  return (
    <>
      {PLACES.map((place) => (
        <PlaceLink key={place.to} place={place} className="nav">
          {place.to === '/operator/sources' && troubled > 0 && (
            <span className="count num trouble" title={operatorWords.trouble(troubled)}>
              <IconAlertTriangle size={14} aria-hidden /> {formatNumber(troubled)}
            </span>
          )}
          {counts[place.to] !== undefined && <span className="count num">{formatNumber(counts[place.to] ?? 0)}</span>}
        </PlaceLink>
      ))}
    </>
  );
}

function PlaceLink({
  place: { to, word, short, Shape },
  className,
  children,
}: {
  readonly place: OperatorPlace;
  readonly className: 'nav' | 'tab';
  readonly children?: ReactNode;
}) {
  return (
    <Link
      to={to}
      search={{}}
      className={className}
      title={word}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Shape className="icon" size={16} stroke={1.75} aria-hidden />
      <span className="nav-word">{className === 'tab' ? short : word}</span>
      {children}
    </Link>
  );
}

function Processes() {
  const { data } = useQuery(processesQuery);
  if (data === undefined) return <footer />;
  const alive = data.data.filter((process) => process.alive);
  const missing = data.data.length - alive.length;
  const Shape = missing === 0 ? IconCircleCheck : IconAlertTriangle;
  return (
    <footer className={missing === 0 ? undefined : 'warned'}>
      <Shape className="icon" size={14} aria-hidden />
      <span>
        {missing === 0
          ? operatorWords.running(
              alive.filter(({ role }) => role !== 'worker').length,
              alive.filter(({ role }) => role !== 'api').length,
            )
          : operatorWords.notSeen(missing)}
      </span>
    </footer>
  );
}
